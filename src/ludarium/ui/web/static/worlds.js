"use strict";
// Worlds: a generator's parameters as sliders; every change makes a new world.
const worlds = (() => {
  function open(family, fields) {
    const at = (name) => document.getElementById(`world-${name}`);
    const off = new Set();
    let socket, waiting = null, text = "";
    const note = (said, kind = "note") => { at("notes").textContent = said; at("notes").className = `notes ${kind}`; };
    const value = (field) => {
      const input = at(`field-${field.name}`);
      return input.type === "checkbox" ? input.checked : field.most === null ? input.value : Number(input.value);
    };
    function ask() {
      const params = Object.fromEntries(fields.map((field) => [field.name, value(field)]));
      note("making…"); socket.send(JSON.stringify({ family, seed: Number(at("seed").value), params }));
    }
    function changed() { clearTimeout(waiting); waiting = setTimeout(ask, 200); }
    function hear(message) {
      if (message.error) { note(message.error, "error"); return; }
      if (message.kept) {
        const link = document.createElement("a");
        link.href = `/play?${new URLSearchParams({ game: message.game })}`; link.textContent = "Play it";
        note(`kept as ${message.kept}: `); at("notes").append(link); return;
      }
      note(""); text = message.world; at("text").textContent = text; at("title").textContent = message.title;
      at("board").replaceChildren(); at("layers").replaceChildren();
      if (message.scene) lab.viewer(at("board"), () => {}, at("layers"), off).hear(message.scene);
      at("facts").replaceChildren(...message.facts.map(([name, said]) => {
        const line = document.createElement("div"), label = document.createElement("span");
        label.className = "soft"; label.textContent = `${name} `; line.append(label, said); return line;
      }));
      const table = document.createElement("table"), head = table.createTHead().insertRow(), body = table.createTBody();
      for (const cell of message.head) { const th = document.createElement("th"); th.textContent = cell; head.append(th); }
      for (const row of message.rows) { const line = body.insertRow(); for (const cell of row) line.insertCell().textContent = cell; }
      at("rows").replaceChildren(...(message.rows.length ? [table] : []));
    }
    for (const field of fields) {
      const input = at(`field-${field.name}`), shown = at(`shown-${field.name}`);
      input.addEventListener("input", () => { if (shown) shown.textContent = input.value; changed(); });
    }
    at("seed").addEventListener("input", changed);
    at("again").addEventListener("click", () => { at("seed").value = Number(at("seed").value) + 1; changed(); });
    at("keep").addEventListener("click", () => socket.send(JSON.stringify({ keep: at("name").value })));
    at("down").addEventListener("click", () => {
      const link = document.createElement("a");
      link.download = `${family}.txt`; link.href = URL.createObjectURL(new Blob([text])); link.click();
    });
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/world`);
    socket.addEventListener("open", ask);
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => note("The workshop was closed. Reload the page.", "error"));
  }
  return { open };
})();
