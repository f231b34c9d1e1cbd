// The page around a program: a form, what it shows, and what comes out. `basics.js`, `slots.js` and `results.js` come
// before it.

const canWait = "Suspending" in WebAssembly; // else a program is started again with each line that is typed

let parts; // Python itself, unpacked once
let next; // a worker in which Python is ready or about to be
let running; // the one in which the program runs
let typed = [];
let plays = 0; // counts the times that it was started or ended
let begunAnew = false; // whether what comes next takes the place of what stands in the last line

function unpacked(name) {
  return new Response(new Blob([bytes($(name).textContent)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
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
  $("result").hidden = $("made").hidden = true;
  $("shown").textContent = "";
  $("conversation").hidden = false;
  typed = about.onlyEnter ? [""] : []; // here no window closes that somebody has to read first
  about.seed = Math.floor(Math.random() * 2 ** 31);
  await play();
}

async function play() {
  const mine = ++plays;
  say(words.starting);
  const expression = about.calls ? $("expression").value : null;
  const { entry, known, said: sentences, seed, asWords } = about;
  try {
    const { files, places } = await filesGiven();
    const what = { entry, known, sentences, seed, places, expression, arguments: $("arguments")?.value ?? "", typed, canWait, asWords, hasSlots: slots.length > 0 };
    const examples = about.examples.map(([path, content]) => [`/example/${path}`, bytes(content)]);
    const taken = await take();
    if (mine !== plays) return taken.terminate(); // it was stopped before Python was ready
    running = taken;
    running.onmessage = ({ data }) => heard[data.said]?.(data);
    running.onerror = () => heard.broken({});
    say(words.running);
    $("stop").hidden = false;
    const program = [[`/program/${about.entry}`, about.source]];
    running.postMessage({ act: "run", module: "languages.python.one_file.in_browser", what, files: [...files, ...examples, ...program] });
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

$("form").onsubmit = (event) => { event.preventDefault(); start(); };
// A second Enter may come while what was typed is on its way: what is hidden keeps the cursor until it is drawn.
const answerOnce = (text) => { if (!$("typing").hidden) answer(text); };
$("typing").onsubmit = (event) => { event.preventDefault(); answerOnce($("line").value); };
$("enough").onclick = () => answerOnce(null);
$("stop").onclick = () => over(words.stopped);
for (const offer of document.querySelectorAll("[data-call]")) {
  offer.onclick = () => { $("expression").value = offer.dataset.call; $("expression").focus(); };
}
if ($("slots")) listenForFiles();
getReady();
