// What the other scripts of the page use.

const $ = (name) => document.getElementById(name);
const about = JSON.parse($("about").textContent);
const { words } = about;
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// `%` stands for a value.
function filled(sentence, value) {
  return sentence.replace("%", () => value);
}

function element(name, text, style = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = style;
  return made;
}
