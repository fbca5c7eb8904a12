"use strict";
// The bench: starts an experiment, shows its table while it runs.
const bench = (() => {
  const at = (name) => document.getElementById(`bench-${name}`);
  const words = (name) => at(name).value.split(";").map((word) => word.trim()).filter(Boolean);
  const note = (text, kind = "note") => { at("notes").textContent = text; at("notes").className = `notes ${kind}`; };
  const percent = (value) => value === null || value === undefined ? "–" : `${Math.round(100 * value)} %`;

  function table(place, title, heads, rows) {
    const made = document.createElement("table"), caption = made.createCaption(), head = made.createTHead().insertRow();
    caption.textContent = title;
    for (const text of heads) { const cell = document.createElement("th"); cell.textContent = text; head.append(cell); }
    const body = made.createTBody();
    for (const row of rows) { const line = body.insertRow(); for (const value of row) line.insertCell().textContent = value; }
    place.replaceChildren(...(rows.length ? [made] : []));
  }
  function hear(message) {
    if (message.error) { note(message.error, "error"); return; }
    at("bar").max = message.total || 1; at("bar").value = message.done;
    at("stop").disabled = !message.running; at("start").disabled = message.running;
    at("start").textContent = !message.running && message.done < message.total ? "Go on" : "Start";
    note(`${message.done} of ${message.total} runs${message.running ? "…" : message.done < message.total ? ", stopped" : ", done"}`);
    table(at("lines"), "results", ["game", "agent", "runs", "won", "drawn", "lost", "wins, 95 %", "mean return"],
      message.lines.map((line) => [line.game, line.agent, line.games, line.wins, line.draws, line.losses,
        line.interval ? `${percent(line.interval[0])} to ${percent(line.interval[1])}` : "–",
        line.return === null ? "–" : Number(line.return).toFixed(2)]));
    table(at("ratings"), "ratings (Elo, 95 %)", ["agent", "rating", "from", "to"], message.ratings);
    at("last").replaceChildren(...message.last.map(([key, agents, game, result]) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = `/replay?${new URLSearchParams({ store: "lab.sqlite", run: key })}`;
      link.textContent = `${game}: ${agents}`; item.append(link, ` ${result}`); return item;
    }));
  }
  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/bench-table`);
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => note("The bench was closed. What was done is kept: reload, and start again.", "error"));
    at("start").addEventListener("click", () => {
      const seeds = Number(at("seeds").value);
      socket.send(JSON.stringify({ start: { games: words("games"), agents: words("agents"), budgets: words("budgets"), seeds } }));
      note("starting…");
    });
    at("start").dataset.ready = true;
    at("stop").addEventListener("click", () => socket.send(JSON.stringify({ stop: 1 })));
  }
  return { open };
})();
