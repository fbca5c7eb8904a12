"use strict";
// The board of the lab: draws what the server tells, and tells the server what a person does. Knows no rules.
const lab = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const make = (name, attributes = {}, space = null) => {
    const element = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", " ": "space",
                 a: "left", d: "right", w: "up", s: "down" };

  const draw = (parent, name, attributes, text) => {
    const element = make(name, attributes, SVG);
    if (text !== undefined) element.textContent = text;
    parent.append(element); return element;
  };

  // How a mark looks, by its layer's shape. Shapes leave each other room; strength is size or darkness, never hue alone.
  const chip = (group, text, x, y, kind) => {
    const wide = 14 + 15 * text.length;
    draw(group, "rect", { x: x - wide / 2, y: y - 13, width: wide, height: 26, rx: 8, class: `chip ${kind}` });
    draw(group, "text", { x, y, class: `chip-text ${kind}`, "text-anchor": "middle", "dominant-baseline": "central" }, text);
  };
  const SHAPES = {
    shade(group, text, strength) { draw(group, "rect", { width: 100, height: 100, class: "shade", "fill-opacity": .1 + .5 * strength }); },
    bar(group, text, strength) {
      draw(group, "rect", { x: 4, y: 74, width: 92, height: 24, rx: 4, class: "track" });
      draw(group, "rect", { x: 4, y: 74, width: 92 * strength, height: 24, rx: 4, class: "bar" });
      if (text) draw(group, "text", { x: 50, y: 86, class: "bar-text", "text-anchor": "middle", "dominant-baseline": "central" }, text);
    },
    chip(group, text, strength, slot) { chip(group, text, 50, 15 + 28 * slot, strength >= 1 ? "best" : "plain"); },
    ring(group, text) {
      draw(group, "rect", { x: 6, y: 6, width: 88, height: 88, rx: 12, class: "ring" });
      if (text) chip(group, text, 74, 82, "warn");
    },
    step(group, text, strength, slot) { chip(group, text, 50, 15 + 28 * slot, "step"); },
  };
  const STACKED = ["chip", "step"];  // one below the other where several layers speak of one tile
  function line(parent, [x1, y1, x2, y2, colour, bright, arrow], kind) {
    const [ax, ay, bx, by] = [x1, y1, x2, y2].map((at) => at * 100 + 50);
    const drawn = draw(parent, "line", { x1: ax, y1: ay, x2: bx, y2: by, class: bright ? `${kind} bright` : kind });
    if (colour) drawn.style.stroke = colour;
    if (!arrow) return;
    const turn = Math.atan2(by - ay, bx - ax) * 180 / Math.PI;
    const head = draw(parent, "path", { d: "M-16 -16L14 0L-16 16Z", class: `${kind}-head`,
      transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})` });
    if (colour) head.style.fill = colour;
  }

  // Draws scenes into an element; `act(move)` is called when somebody plays a tile's move. `legend` is where layers are
  // named and switched off; `off` remembers which are.
  function viewer(board, act, legend = null, off = new Set()) {
    const panels = [], below = [], above = [], symbols = {}, tiles = new Map();
    let layers = [];

    function lay(described) {
      board.replaceChildren(); panels.length = below.length = above.length = 0; tiles.clear();
      for (const panel of described) {
        const head = panel.columns_head.length ? 40 : 0, side = panel.rows_head.length ? 40 : 0;
        const wide = panel.columns * 100 + side, high = panel.rows * 100 + head;
        const figure = make("figure", { class: "panel" });
        figure.style.setProperty("--columns", panel.columns);
        if (panel.title) { const title = make("figcaption"); title.textContent = panel.title; figure.append(title); }
        const svg = make("svg", { viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": panel.title || "board" }, SVG);
        const write = (text, x, y) => {
          const word = make("text", { x, y, class: "head", "text-anchor": "middle", "dominant-baseline": "central" }, SVG);
          word.textContent = text; svg.append(word);
        };
        panel.columns_head.forEach((text, column) => write(text, side + column * 100 + 50, 20));
        panel.rows_head.forEach((text, row) => write(text, 20, head + row * 100 + 50));
        const ground = make("g", { transform: `translate(${side} ${head})` }, SVG);
        if (panel.lines) for (let row = 0; row < panel.rows; row++) for (let column = 0; column < panel.columns; column++)
          ground.append(make("rect", { x: column * 100 + 2, y: row * 100 + 2, width: 96, height: 96, rx: 8, class: "cell" }, SVG));
        below.push(draw(ground, "g", { class: "links" })); panels.push(draw(ground, "g", {}));
        above.push(draw(ground, "g", { class: "marks" }));
        svg.append(ground); figure.append(svg); board.append(figure);
      }
    }

    function put([panel, column, row, symbol, label, move, bright]) {
      remove([panel, column, row]);
      const tile = make("g", { transform: `translate(${column * 100} ${row * 100})`, class: bright ? "tile bright" : "tile" }, SVG);
      tile.innerHTML = symbols[symbol];  // drawings are made by the server from its own shapes, with all text escaped
      if (label) { const title = make("title", {}, SVG); title.textContent = label; tile.prepend(title); }
      if (move) {
        tile.append(make("rect", { width: 100, height: 100, fill: "transparent" }, SVG));
        tile.classList.add("move"); tile.dataset.move = move;
        tile.setAttribute("role", "button"); tile.setAttribute("tabindex", "0"); tile.setAttribute("aria-label", label || move);
        tile.addEventListener("click", () => act(move));
        tile.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(move); } });
      }
      tiles.set(`${panel},${column},${row}`, tile); panels[panel].append(tile);
    }
    function remove([panel, column, row]) {
      const name = `${panel},${column},${row}`;
      if (tiles.has(name)) { tiles.get(name).remove(); tiles.delete(name); }
    }

    function paint() {
      above.forEach((group) => group.replaceChildren());
      const taken = new Map();
      for (const layer of layers.filter(({ name }) => !off.has(name))) {
        if (layer.links.length) layer.links.forEach((link) => line(above[0], link, "walk"));
        for (const [panel, column, row, text, strength, about] of layer.marks) {
          const group = draw(above[panel], "g", { transform: `translate(${column * 100} ${row * 100})`, class: `mark ${layer.shape}` });
          group.dataset.layer = layer.name;
          if (about) draw(group, "title", {}, about);
          const place = `${panel},${column},${row}`, slot = taken.get(place) || 0;
          if (STACKED.includes(layer.shape)) taken.set(place, slot + 1);
          SHAPES[layer.shape](group, text, strength, slot);
        }
      }
    }
    function tell() {
      if (!legend) return;
      legend.replaceChildren(...layers.map((layer) => {
        const box = make("div", { class: "layer" }), label = make("label"), tick = make("input", { type: "checkbox" });
        tick.checked = !off.has(layer.name); tick.dataset.layer = layer.name;
        tick.addEventListener("change", () => { if (tick.checked) off.delete(layer.name); else off.add(layer.name); paint(); rows.hidden = !tick.checked; });
        const name = make("b"), says = make("span", { class: "soft" });
        name.textContent = layer.name; says.textContent = layer.says;
        const key = make("span", { class: `key-mark ${layer.shape}`, "aria-hidden": "true" });
        label.append(tick, key, name, " ", says); box.append(label);
        const rows = make("div", { class: "rest" }); rows.hidden = !tick.checked;
        for (const [name, text, strength] of layer.rest.slice(0, 12)) {
          const word = make("span"), track = make("span", { class: "rest-track" }), bar = make("i"), said = make("span");
          word.textContent = name; said.textContent = text; bar.style.width = `${100 * strength}%`; track.append(bar); rows.append(word, track, said);
        }
        if (layer.rest.length) box.append(rows);
        return box;
      }));
    }

    function hear(message) {
      if (message.panels) lay(message.panels);
      if (message.links) message.links.forEach((links, panel) => {
        below[panel].replaceChildren(); links.forEach((link) => line(below[panel], link, "link"));
      });
      if (message.symbols) Object.assign(symbols, message.symbols);
      (message.gone || []).forEach(remove);
      (message.tiles || []).forEach(put);
      if (message.layers) { layers = message.layers; tell(); }
      if (message.layers || message.panels) paint();
    }
    return { hear };
  }

  let leave = () => {};

  function open(wish, places) {
    leave();
    const at = (name) => document.getElementById(places[name]);
    const board = at("board"), held = [], gone = new AbortController();
    let socket, length = 1, here = 0, playing = null, live = wish.table === "live";

    const say = (message) => { if (socket && socket.readyState === 1) socket.send(JSON.stringify(message)); };
    const scene = viewer(board, (move) => say({ move }), at("layers"));
    const note = (text, kind = "note") => {
      const box = at("notes");
      box.textContent = text; box.className = `notes ${kind}`;
    };

    function list(element, rows) {
      element.replaceChildren(...rows.map(([name, text]) => {
        const line = make("div"), label = make("span", { class: "soft" });
        label.textContent = `${name} `; line.append(label, document.createTextNode(text)); return line;
      }));
    }
    function worded(value) {
      if (typeof value === "number") return String(Number(value.toPrecision(4)));
      if (typeof value !== "object" || value === null) return String(value);
      if (Array.isArray(value)) return value.map(worded).join(", ");
      return Object.entries(value).map(([name, part]) => `${name}: ${worded(part)}`).join(", ");
    }

    function hear(message) {
      if (message.error) { note(message.error, "error"); return; }
      if (message.record) { keep(message.record, "game.jsonl"); return; }
      if (message.html) { keep(message.html, "game.html"); return; }
      scene.hear(message);
      if ("status" in message) list(at("status"), message.status);
      if ("prompt" in message && wish.table === "turns") at("prompt").textContent = message.prompt;
      if ("result" in message) { at("result").textContent = message.result; if (message.result) note(""); }
      if ("moves" in message && at("moves")) at("moves").replaceChildren(...message.moves.map((name) => {
        const button = make("button", { type: "button", class: "move-button" });
        button.textContent = name; button.addEventListener("click", () => { note(""); say({ move: name }); }); return button;
      }));
      if ("said" in message) at("said").textContent = message.said.join("\n");
      if ("thoughts" in message) at("thoughts").replaceChildren(...message.thoughts.flatMap(([who, info]) => {
        const title = make("b"); title.textContent = who;
        const rows = make("div"); list(rows, Object.entries(info).map(([name, value]) => [name, worded(value)]));
        return [title, rows];
      }));
      if (message.hint) note(message.hint.slice(0, 12).map(([name, value]) => `${name}: ${value > 0 ? "+" : ""}${value}`).join("   "), "hint");
      if ("length" in message) { length = message.length; const range = at("range"); if (range) range.max = length - 1; }
      if ("at" in message) { here = message.at; const range = at("range"); if (range) range.value = here; }
      if (at("place")) at("place").textContent = `${here} of ${length - 1}`;
      for (const fact of ["over", "mine"]) if (fact in message) board.dataset[fact] = message[fact];
      board.dataset.heard = Number(board.dataset.heard || 0) + 1;
    }

    function keep(text, name) {
      const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
      link.click(); URL.revokeObjectURL(link.href);
    }
    function seek(place) { say({ seek: Math.max(0, Math.min(length - 1, place)) }); }
    function play() {
      if (playing) { clearInterval(playing); playing = null; at("run").textContent = "Play"; return; }
      at("run").textContent = "Pause";
      playing = setInterval(() => { if (here < length - 1) seek(here + 1); }, 1000 / Number(at("speed").value));
    }

    // Without a lab: the scenes are all here; a whole one every so often, between them what changed.
    function replay() {
      let shown = -1;
      const go = (place) => {
        const whole = Math.floor(place / wish.key_every) * wish.key_every;
        for (let next = shown >= whole && shown <= place ? shown + 1 : whole; next <= place; next++) hear(wish.scenes[next]);
        shown = place;
      };
      socket = { readyState: 1, close() {}, send: (text) => { const message = JSON.parse(text); if ("seek" in message) go(message.seek); } };
      go(0);
    }
    function connect() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}/table`);
      socket.addEventListener("open", () => socket.send(JSON.stringify(wish)));
      socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
      socket.addEventListener("close", () => {
        if (!gone.signal.aborted) note("The lab has closed this table. Reload the page to sit down again.", "error");
      });
    }
    const typing = (event) => ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
    const tell = () => say({ key: held[held.length - 1] || "" });
    if (live) {
      document.addEventListener("keydown", (event) => {
        const key = KEYS[event.key];
        if (wish.waits && event.key === "." && !typing(event)) say({ key: "", wait: 1 });
        if (!key || typing(event)) return;
        event.preventDefault();
        if (!event.repeat || wish.waits) { if (!held.includes(key)) held.push(key); tell(); }
      }, { signal: gone.signal });
      document.addEventListener("keyup", (event) => {
        const place = held.indexOf(KEYS[event.key]);
        if (place >= 0) { held.splice(place, 1); if (!wish.waits) tell(); }
      }, { signal: gone.signal });
      for (const button of document.querySelectorAll("[data-key]")) {
        button.addEventListener("pointerdown", () => { held.push(button.dataset.key); tell(); });
        button.addEventListener("pointerup", () => { held.length = 0; if (!wish.waits) tell(); });
      }
    }
    const on = (name, event, act) => { const element = at(name); if (element) element.addEventListener(event, act); };
    on("undo", "click", () => say({ undo: 1 }));
    on("hint", "click", () => say({ hint: 1 }));
    on("pause", "click", (event) => {
      const pause = event.target.textContent === "Pause";
      event.target.textContent = pause ? "Go on" : "Pause"; say({ pause });
    });
    on("save", "click", () => say({ save: 1 }));
    on("page", "click", () => say({ page: 1 }));
    on("resign", "click", () => say({ resign: 1 }));
    on("typed", "keydown", (event) => { if (event.key === "Enter") { note(""); say({ move: event.target.value }); event.target.value = ""; } });
    on("range", "input", (event) => seek(Number(event.target.value)));
    on("first", "click", () => seek(0));
    on("back", "click", () => seek(here - 1));
    on("next", "click", () => seek(here + 1));
    on("last", "click", () => seek(length - 1));
    on("run", "click", play);
    on("speed", "change", () => { if (playing) { play(); play(); } });
    leave = () => { gone.abort(); clearInterval(playing); socket.close(); };
    if (wish.scenes) replay(); else connect();
  }
  // A record from the visitor's own disk.
  function offer(places) {
    const chooser = document.getElementById(places.file);
    chooser.addEventListener("change", async () => {
      if (chooser.files.length) open({ record: await chooser.files[0].text(), table: "replay" }, places);
    });
    chooser.dataset.ready = true;
  }
  // A picture for each card that comes into sight; one after the other, because a family's first use compiles it.
  function previews() {
    const places = document.querySelectorAll(".preview");
    if (!places.length) { setTimeout(previews, 50); return; }  // the page is still being built
    let last = Promise.resolve();
    const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
      seen.unobserve(target);
      last = last.then(() => fill(target)).catch(() => {});
    }));
    async function fill(target) {
      const answer = await fetch(`/preview?${new URLSearchParams({ game: target.dataset.game })}`);
      const scene = answer.ok ? await answer.json() : {};
      if (scene.panels) viewer(target, () => {}).hear(scene);
    }
    places.forEach((place) => seen.observe(place));
  }
  return { open, viewer, offer, previews, leave: () => leave() };
})();
