// What came out, above it what it was made of. Whatever comes from the program is shown as text, as a picture, or in a
// frame in which nothing runs.

function showResult({ problem, value, files, removed, archive, madeOf = [] }) {
  $("made").replaceChildren(...madeOf.map(([kind, sentence]) => element("p", sentence, kind)));
  $("made").hidden = !madeOf.length;
  const parts = [];
  if (problem) parts.push(element("pre", problem, "problem"));
  if (value) parts.push(element("pre", value));
  if (files.length) parts.push(element("h2", words.files));
  if (archive) parts.push(saving("files.zip", archive, words.saveAll));
  parts.push(...files.map(fileShown), ...removed.map((name) => element("p", filled(words.removed, name))));
  $("result").replaceChildren(...parts);
  $("result").hidden = !parts.length;
  if (!$("shown").textContent) $("conversation").hidden = true;
}

function fileShown({ name, isNew, content, tables, text }) {
  const box = element("section", "", "file");
  box.append(element("h3", name), saving(name, content, isNew ? words.save : words.saveChanged));
  const kind = name.split(".").pop().toLowerCase();
  const picture = { png: "png", jpg: "jpeg", jpeg: "jpeg", gif: "gif", webp: "webp" }[kind];
  if (picture) box.append(pictureOf(name, content, picture));
  else if (kind === "html" || kind === "htm") box.append(...frameOf(name, text));
  else if (tables.length) box.append(...tables.flatMap(tableOf));
  else if (text) box.append(element("pre", text.length > 20000 ? `${text.slice(0, 20000)}\n…` : text));
  return box;
}

function saving(name, content, words) {
  const link = element("a", words, "button");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
  link.download = name.split("/").pop();
  return link;
}

function pictureOf(name, content, kind) {
  const image = element("img", "");
  image.src = URL.createObjectURL(new Blob([content], { type: `image/${kind}` }));
  image.alt = name;
  return image;
}

// What would ask for something, and what is read in another way once it is written down.
const unwanted = "script, link, meta, base, iframe, frame, object, embed, template, math, noscript, animate, set";
const links = ':is(a, area):is([href]:not([href^="#"]), [*|href]:not([href]), [ping])';

// A page in a frame in which no script runs, and which asks for nothing, not even for what it links to.
function frameOf(name, text) {
  const frame = element("iframe", "");
  frame.sandbox = "";
  frame.title = name;
  frame.srcdoc = harmless(text);
  return read(text).querySelector("script") ? [frame, element("p", words.scripts, "quiet")] : [frame];
}

const read = (text) => new DOMParser().parseFromString(text, "text/html");

// What is removed can come back when the rest is read again, so it is removed until nothing is found. Source: Heiderich
// et al., "mXSS Attacks: Attacking well-secured Web-Applications by using innerHTML Mutations", 2013.
function harmless(text) {
  for (let times = 0; times < 20; times += 1) {
    const page = read(text);
    const found = [...page.querySelectorAll(unwanted)], leading = [...page.querySelectorAll(links)];
    if (!found.length && !leading.length) return text;
    found.forEach((one) => one.remove());
    leading.forEach((one) => ["href", "xlink:href", "ping"].forEach((named) => one.removeAttribute(named)));
    text = `<!doctype html>${page.documentElement.outerHTML}`;
  }
  return "";
}

function tableOf({ title, rows, more, last }) {
  const table = element("table", "");
  const add = (row, kind) => table.insertRow().append(...row.map((cell) => element(kind, cell)));
  rows.forEach((row, place) => add(row, place ? "td" : "th"));
  if (more) {
    const between = element("td", filled(words.moreRows, more), "quiet");
    between.colSpan = rows[0].length;
    table.insertRow().append(between);
  }
  last.forEach((row) => add(row, "td"));
  const wide = element("div", "", "wide");
  wide.tabIndex = 0;
  wide.append(table);
  return title ? [element("h4", title), wide] : [wide];
}
