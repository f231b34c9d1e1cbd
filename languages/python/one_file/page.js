// The page around a program: a form, what it shows, and what comes out. Whatever comes from the program is shown as text,
// as a picture, or in a frame in which nothing runs.

const $ = (name) => document.getElementById(name);
const about = JSON.parse($("about").textContent);
const { words } = about;
const canWait = "Suspending" in WebAssembly; // else a program is started again with each line that is typed

let given = []; // the files that were chosen, as [path, File]
let parts; // Python itself, unpacked once
let next; // a worker in which Python is ready or about to be
let running; // the one in which the program runs
let typed = [];
let plays = 0; // counts the times that it was started or ended
let begunAnew = false; // whether what comes next takes the place of what stands in the last line

function unpacked(name) {
  const packed = Uint8Array.from(atob($(name).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function unpackAll() {
  const contents = await Promise.all(about.parts.map(unpacked));
  const packages = $("packages") ? await unpacked("packages") : null;
  return { parts: Object.fromEntries(about.parts.map((name, place) => [name, contents[place]])), packages };
}

// A worker with a Python of its own, as a new one is started each time on a computer.
async function python() {
  parts ??= unpackAll();
  const worker = new Worker("data:text/javascript," + encodeURIComponent($("worker").textContent), { type: "module" });
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.said === "ready" ? resolve(worker) : reject(new Error(data.text)));
    worker.onerror = () => reject(new Error(words.tooOld));
  });
  worker.postMessage({ act: "begin", about: about.python, wheels: about.wheels, ours: about.ours, ...(await parts) });
  return ready;
}

function take() {
  const taken = next;
  next = null;
  return taken;
}

function getReady() {
  next = python();
  next.then(() => { if (!running) say(words.ready); }, (error) => say(`${words.cantStart} ${error.message}`));
  return next;
}

async function start() {
  $("go").disabled = true;
  $("result").hidden = true;
  $("shown").textContent = "";
  $("conversation").hidden = false;
  typed = [];
  about.seed = Math.floor(Math.random() * 2 ** 31);
  await play();
}

async function play() {
  const mine = ++plays;
  say(words.starting);
  const expression = about.calls ? $("expression").value : null;
  const what = { entry: about.entry, known: about.known, sentences: about.said, expression, arguments: $("arguments")?.value ?? "", typed, seed: about.seed, canWait };
  try {
    const files = await Promise.all(given.map(async ([path, file]) => [`/given/${path}`, new Uint8Array(await file.arrayBuffer())]));
    const taken = await take();
    if (mine !== plays) return taken.terminate(); // it was stopped before Python was ready
    running = taken;
    running.onmessage = ({ data }) => heard[data.said]?.(data);
    running.onerror = () => heard.broken({});
    say(words.running);
    $("stop").hidden = false;
    const program = [[`/program/${about.entry}`, about.source]];
    running.postMessage({ act: "run", module: "in_browser", what, files: [...files, ...program] });
  } catch (error) {
    over(`${words.cantStart} ${error.message}`);
  }
}

const heard = {
  shown({ text }) { show(String(text)); },
  asks: wantLine,
  again(asked) { // it wants a line, and this browser can't let it wait for one
    running.terminate();
    getReady();
    wantLine(asked);
  },
  ended(result) {
    showResult(result);
    over(result.problem ? words.problem : words.ended);
  },
  broken({ text = "" }) {
    const problem = `${words.broken}\n${text}`.trim();
    showResult({ problem, files: [], removed: [] });
    over(words.problem);
  },
};

// At a question most programs take the end of the input for Ctrl+D, and leave; elsewhere it is how one says that all is typed.
function wantLine({ isQuestion }) {
  $("typing").hidden = false;
  $("enough").textContent = isQuestion ? words.endInput : words.nothingMore;
  say(words.waits);
  $("line").focus();
}

function answer(text) {
  $("typing").hidden = true;
  $("line").value = "";
  if (canWait) {
    say(words.running);
    return running.postMessage({ act: "line", text });
  }
  typed = [...typed, text];
  $("shown").textContent = "";
  return play();
}

function over(words) {
  plays += 1;
  running?.terminate();
  running = null;
  $("typing").hidden = $("stop").hidden = true;
  $("go").disabled = false;
  if (!next) getReady();
  say(words);
}

function say(words) {
  $("state").textContent = words;
}

// What was typed stands between two marks. A line that is begun anew takes the place of what stood in it, as in a
// terminal, and what would steer one is left out.
function show(text) {
  const words = text.replace(/\x1b(?:\[[0-?]*[ -\/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?)/g, "").replaceAll("\r\n", "\n");
  for (const piece of words.split(/(\x02[^\x03]*\x03|[\r\n])/).filter(Boolean)) {
    const mine = piece.startsWith("\x02");
    if (piece === "\r") {
      begunAnew = true;
      continue;
    }
    if (begunAnew && piece !== "\n") while ($("shown").lastChild && !$("shown").lastChild.textContent.endsWith("\n")) $("shown").lastChild.remove();
    begunAnew = false;
    $("shown").append(element("span", mine ? `${piece.slice(1, -1)}\n` : piece, mine ? "typed" : ""));
  }
  $("shown").scrollTop = $("shown").scrollHeight;
}

function showResult({ problem, value, files, removed, archive, madeOf = [] }) {
  const parts = madeOf.map((sentence) => element("p", sentence, "quiet"));
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

function add(files) {
  for (const [path, file] of files) given = [...given.filter(([other]) => other !== path), [path, file]];
  const own = (path) => path === about.entry || path.startsWith("_assay/");
  given = given.filter(([path]) => !own(path));
  $("given").replaceChildren(...given.map(([path]) => {
    const item = element("li", `${path} `);
    const remove = element("button", words.remove);
    remove.type = "button";
    remove.setAttribute("aria-label", `${words.remove}: ${path}`);
    remove.onclick = () => { given = given.filter(([other]) => other !== path); add([]); };
    item.append(remove);
    return item;
  }));
}

const chosen = (files) => [...files].map((file) => [file.webkitRelativePath || file.name, file]);

// What is dropped may be folders in folders.
async function dropped(entry) {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((got, not) => entry.file(got, not))]];
  const reader = entry.createReader();
  const found = [];
  for (let some; (some = await new Promise((got, not) => reader.readEntries(got, not))).length;) found.push(...some);
  return (await Promise.all(found.map(dropped))).flat();
}

$("form").onsubmit = (event) => { event.preventDefault(); start(); };
// A second Enter may come while what was typed is on its way: what is hidden keeps the cursor until it is drawn.
const answerOnce = (text) => { if (!$("typing").hidden) answer(text); };
$("typing").onsubmit = (event) => { event.preventDefault(); answerOnce($("line").value); };
$("enough").onclick = () => answerOnce(null);
$("stop").onclick = () => over(words.stopped);
for (const name of ["files", "folder"]) {
  if ($(name)) $(name).onchange = ({ target }) => { add(chosen(target.files)); target.value = ""; };
}
for (const offer of document.querySelectorAll("[data-call]")) {
  offer.onclick = () => { $("expression").value = offer.dataset.call; $("expression").focus(); };
}
if ($("drop")) {
  document.ondragover = (event) => { event.preventDefault(); $("drop").classList.add("over"); };
  document.ondragleave = () => $("drop").classList.remove("over");
  document.ondrop = async (event) => {
    event.preventDefault();
    $("drop").classList.remove("over");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    add((await Promise.all(entries.map(dropped))).flat());
  };
}
getReady();
