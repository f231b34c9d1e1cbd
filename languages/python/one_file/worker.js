// Python, beside the page: it has no window and no document, and by the page's content policy no network.
// The page sends `begin` once, `run` once, and a `line` for each that is asked for. What comes back may be anything,
// for the program could send it itself: the page takes it for text and bytes.

const NOWHERE = "https://nowhere.invalid/"; // which nothing is asked for: what is of Python is answered from memory
let python;
let answered; // what is called with the line that the program waits for

const acts = { begin, run, line: ({ text }) => answered?.(text) };

self.onmessage = async ({ data }) => {
  try {
    await acts[data.act](data);
  } catch (error) {
    self.postMessage({ said: "broken", text: String(error) });
  }
};

async function begin({ parts, about, wheels, packages, ours }) {
  const { fetch } = self;
  const part = (what) => parts[String(what?.url ?? what).split("/").pop()];
  const found = (content) => new Response(content, { headers: { "Content-Type": "application/wasm" } });
  self.fetch = async (what, ...more) => (part(what) ? found(part(what)) : fetch(what, ...more));
  const [{ loadPyodide }, module] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(address(parts[name]))));
  python = await loadPyodide({
    createPyodideModule: module.default,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    lockFileContents: { info: about, packages: wheels },
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    env: { MPLBACKEND: "agg" }, // there is no window for matplotlib's charts to be in
  });
  const problems = [];
  await python.loadPackage(Object.keys(wheels), { messageCallback() {}, errorCallback: (text) => problems.push(text) });
  if (problems.length) throw new Error(problems.join("\n"));
  self.fetch = fetch; // the program's is the browser's own
  // Whatever opens a file, also a library past Python, asks this.
  const { open } = python.FS;
  self.openedFiles = new Set();
  python.FS.open = (path, ...more) => {
    if (typeof path === "string") self.openedFiles.add(python.PATH.normalize(path));
    return open(path, ...more);
  };
  if (packages) python.unpackArchive(packages, "zip", { extractDir: "/packages" });
  lay(Object.entries(ours));
  python.runPython("import sys; sys.path[1:1] = ['/ours', '/packages']; import languages.python.one_file.in_browser");
  self.postMessage({ said: "ready" });
}

async function run({ module, what, files }) {
  lay(files);
  const { main } = python.pyimport(module);
  const given = [JSON.stringify(what), tell, ask];
  // A program can wait for a line where the browser can let WebAssembly wait.
  self.postMessage(what.canWait ? await main.callPromising(...given) : main(...given));
}

function tell(text) {
  self.postMessage({ said: "shown", text });
}

function ask(isQuestion) {
  self.postMessage({ said: "asks", isQuestion });
  return new Promise((given) => { answered = given; });
}

function lay(files) {
  for (const [path, content] of files) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
}

// Safari and its kin let nothing that was opened from a disk load a blob.
function address(part) {
  return `data:text/javascript,${encodeURIComponent(new TextDecoder().decode(part))}`;
}
