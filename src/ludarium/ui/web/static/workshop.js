"use strict";
// The workshop's editor: a plain text field over a coloured copy of its text, errors underlined where they stand.
const workshop = (() => {
  const SECTIONS = /^\s*(BasicGame|SpriteSet|LevelMapping|InteractionSet|TerminationSet|GameSpace)\b/;
  const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

  function coloured(line, inLevel, marks) {
    // [start, end, class] pieces that do not overlap; marks (problems) win over colours
    const pieces = [];
    const add = (start, end, kind, title = "") => pieces.push({ start, end, kind, title });
    for (const mark of marks) {
      const start = Math.min(mark.column - 1, line.length);
      const word = /^[^\s]*/.exec(line.slice(start))[0].length || 1;
      add(start, start + word, mark.severity, mark.message);
    }
    if (!inLevel) {
      const comment = line.indexOf("#");
      const code = comment >= 0 ? line.slice(0, comment) : line;
      if (comment >= 0) add(comment, line.length, "comment");
      if (SECTIONS.test(code)) add(code.search(/\S/), code.length, "section");
      for (const found of code.matchAll(/([A-Za-z_]+)=([^\s]*)/g)) {
        add(found.index, found.index + found[1].length, "name");
        add(found.index + found[1].length + 1, found.index + found[0].length, "value");
      }
      const arrow = code.indexOf(">");
      if (arrow >= 0) {
        const word = /[A-Za-z]+/.exec(code.slice(arrow));
        if (word && !code.slice(arrow).startsWith(`> ${word[0]}=`)) add(arrow + word.index, arrow + word.index + word[0].length, "word");
      }
    }
    let html = "", at = 0;
    const taken = [];
    for (const piece of pieces) if (!taken.some((other) => piece.start < other.end && other.start < piece.end)) taken.push(piece);
    for (const { start, end, kind, title } of taken.sort((a, b) => a.start - b.start)) {
      html += escaped(line.slice(at, start)) + `<span class="${kind}"${title ? ` title="${escaped(title)}"` : ""}>${escaped(line.slice(start, end)) || " "}</span>`;
      at = Math.max(at, end);
    }
    return html + escaped(line.slice(at));
  }

  function open(first) {
    const at = (name) => document.getElementById(`shop-${name}`);
    const field = at("text"), copy = at("copy");
    let socket, problems = [], waiting = null, brush = "w";
    const say = (message) => { if (socket.readyState === 1) socket.send(JSON.stringify({ text: field.value, level: at("level").value, ...message })); };
    const note = (text, kind = "note") => { at("notes").textContent = text; at("notes").className = `notes ${kind}`; };

    function colour() {
      let inLevel = false;
      copy.innerHTML = field.value.split("\n").map((line, number) => {
        if (/^-{3,}\s*$/.test(line)) inLevel = true;
        return coloured(line, inLevel, problems.filter((problem) => problem.line === number + 1));
      }).join("\n") + "\n";
      copy.scrollTop = field.scrollTop; copy.scrollLeft = field.scrollLeft;
    }
    function changed() {
      problems = problems.filter(() => false); colour(); palette();
      clearTimeout(waiting); waiting = setTimeout(() => say({ check: 1 }), 250);
    }
    function levels() {
      // where each level's rows stand: [first line, last line]
      const lines = field.value.split("\n"), found = [];
      let start = -1;
      lines.forEach((line, number) => {
        if (/^-{3,}\s*$/.test(line)) { if (start >= 0) found.push([start, number]); start = number + 1; }
      });
      if (start >= 0) found.push([start, lines.length]);
      return found;
    }
    function palette() {
      const chosen = new Map([["w", "wall"], ["A", "avatar"]]);
      const section = /LevelMapping\s*\n((?:[ \t]+.*\n?)*)/.exec(field.value);
      for (const line of section ? section[1].split("\n") : []) {
        const found = /^\s+(\S)\s+>\s+(.*?)\s*$/.exec(line);
        if (found) chosen.set(found[1], found[2]);
      }
      at("palette").replaceChildren(...[...chosen].map(([character, names]) => {
        const button = document.createElement("button");
        button.type = "button"; button.className = character === brush ? "lab-button chosen" : "lab-button";
        button.textContent = `${character}  ${names}`;
        button.addEventListener("click", () => { brush = character; palette(); });
        return button;
      }));
      const count = Math.max(1, levels().length), chooser = at("level"), old = chooser.value || "0";
      if (chooser.options.length !== count) {
        chooser.replaceChildren(...Array.from({ length: count }, (_, number) => new Option(`level ${number}`, String(number))));
        chooser.value = Number(old) < count ? old : "0";
      }
    }
    function paint(column, row) {
      const place = levels()[Number(at("level").value)];
      if (!place || column < 0 || row < 0) return;
      const lines = field.value.split("\n"), number = place[0] + row;
      if (number >= place[1]) return;
      const line = lines[number].padEnd(column + 1, " ");
      lines[number] = line.slice(0, column) + brush + line.slice(column + 1);
      field.value = lines.join("\n"); changed();
    }
    function hear(message) {
      if (message.error) { note(message.error, "error"); return; }
      if (message.problems) {
        problems = message.problems; colour();
        at("problems").replaceChildren(...problems.map((problem) => {
          const item = document.createElement("li");
          item.textContent = `${problem.line}:${problem.column} ${problem.message}`; item.className = problem.severity;
          item.tabIndex = 0;
          item.addEventListener("click", () => {
            const start = field.value.split("\n").slice(0, problem.line - 1).join("\n").length + (problem.line > 1 ? 1 : 0);
            field.focus(); field.setSelectionRange(start + problem.column - 1, start + problem.column);
          });
          return item;
        }));
        at("verdict").textContent = problems.some((p) => p.severity === "error") ? "cannot be played yet" : "can be played";
        if (message.unplayable) { note(message.unplayable, "error"); at("verdict").textContent = "cannot be played yet"; }
        else if (at("notes").className === "notes error") note("");
      }
      if (message.panels || message.tiles || message.gone) preview.hear(message);
      if (message.trial) note(message.trial);
      if (message.saved) note(`saved as ${message.saved}`);
      if (message.loaded !== undefined) { field.value = message.loaded; changed(); }
    }
    const preview = lab.viewer(at("preview"), () => {});
    at("preview").addEventListener("click", (event) => {
      const svg = event.target.closest("svg");
      if (!svg) return;
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      paint(Math.floor(point.x / 100), Math.floor(point.y / 100));
    });
    field.addEventListener("input", changed);
    field.addEventListener("scroll", colour);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Tab" || event.shiftKey) return;
      event.preventDefault(); field.setRangeText("    ", field.selectionStart, field.selectionEnd, "end"); changed();
    });
    at("level").addEventListener("change", () => say({ check: 1 }));
    at("try").addEventListener("click", () => { note("the agent plays…"); say({ try: at("agent").value }); });
    at("save").addEventListener("click", () => say({ save: at("name").value }));
    at("load").addEventListener("click", () => say({ load: at("name").value }));
    function drawing(now) {
      at("stage").hidden = now; at("preview").hidden = !now; at("palette").hidden = !now;
      at("play").textContent = now ? "Play" : "Back to drawing";
    }
    at("play").addEventListener("click", () => {
      drawing(!at("stage").hidden);
      if (at("stage").hidden) { lab.leave(); return; }
      lab.open({ table: "live", game: "arcade", text: field.value, level: at("level").value },
               Object.fromEntries(["board", "status", "prompt", "result", "notes"].map((name) => [name, `play-${name}`])));
      document.activeElement.blur();
    });
    field.value = first;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/workshop`);
    socket.addEventListener("open", changed);
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => note("The workshop was closed. Reload the page; your text is still here to copy.", "error"));
  }
  return { open };
})();
