// A bot in JavaScript: plays the last legal action.
//   ludarium check-bot "node examples/bots/bot.js"
const readline = require("readline");

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "begin") {
    say({ type: "ready" });
  } else if (message.type === "act") {
    const legal = message.legal;
    say({ type: "action", action: legal[legal.length - 1], info: { choices: legal.length } });
  }
});
