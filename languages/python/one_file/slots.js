// The files that a person gives to the program: each slot holds theirs in place of the example's, whatever their names.

const slots = about.slots.map((slot) => ({ ...slot, files: [] })); // the files as [path, File]
let others = []; // those of which the person didn't say, and names and endings don't tell, to which slot they belong

const chosen = (files) => [...files].map((file) => [file.webkitRelativePath || file.name, file]);
const endingOf = (path) => path.match(/\.[^.\/]+$/)?.[0].toLowerCase() ?? "";
const isOurs = ([path]) => path === about.entry || path.startsWith("_assay/");
const without = (files, more) => files.filter(([path]) => !more.some(([other]) => other === path));

// On a slot for one file, several are as if they had been dropped beside it: it isn't known which is meant.
function give(files, slot) {
  const theirs = files.filter((one) => !isOurs(one));
  if (slot && slot.place && theirs.length === 1) slot.files = theirs;
  else if (slot && !slot.place) slot.files = [...without(slot.files, theirs), ...theirs];
  else theirs.forEach((file) => giveAnywhere(file, theirs));
  showSlots();
}

function giveAnywhere(file, all) {
  const slot = slotOf(file[0], all);
  if (!slot) others = [...without(others, [file]), file];
  else slot.files = slot.place ? [file] : [...without(slot.files, [file]), file];
}

// By its name, else by its ending where that leaves only one slot, and of the files that came along no other one for it.
function slotOf(path, all) {
  const name = (whole) => whole.split("/").pop().toLowerCase();
  const named = slots.filter(({ place }) => place && name(place) === name(path));
  if (named.length) return named[0];
  const fits = slots.filter(({ sort }) => !sort || sort === endingOf(path));
  const rivals = all.filter(([other]) => other !== path && endingOf(other) === endingOf(path));
  return fits.length === 1 && !(fits[0].place && rivals.length) ? fits[0] : null;
}

// What is sent to the worker: the files by paths of which each is there once, and at which place the chosen ones lie.
async function filesGiven() {
  const files = [], places = {};
  for (const { place, files: held } of [...slots, { place: "", files: others }]) {
    for (const [path, file] of held) {
      const name = files.some(([other]) => other === path) ? `${files.length}/${path}` : path;
      files.push([name, new Uint8Array(await file.arrayBuffer())]);
      if (place) places[name] = place;
    }
  }
  return { files: files.map(([path, content]) => [`/given/${path}`, content]), places };
}

function showSlots() {
  slots.forEach((slot, number) => showHeld(boxOf(number), slot.files, slot.hint, (left) => { slot.files = left; }));
  showHeld($("others"), others, "", (left) => { others = left; });
  $("others").hidden = !others.length;
}

function showHeld(box, files, hint, keep) {
  const lineOf = (file) => {
    const line = element("p", `${file[0]} `), remove = element("button", words.remove);
    remove.type = "button";
    remove.setAttribute("aria-label", `${words.remove}: ${file[0]}`);
    remove.onclick = () => { keep(without(files, [file])); showSlots(); (box.querySelector("input") ?? $("go")).focus(); };
    line.append(remove);
    return line;
  };
  box.classList.toggle("filled", files.length > 0);
  box.querySelector(".holds").replaceChildren(...(files.length ? files.map(lineOf) : [element("p", hint, "quiet")]));
}

// What was dropped is there only within the event, so all of it is asked for at once. Chromium reads no entries for a page
// that was opened from a disk, only handles, and no one else has these.
const held = (item) => ({ handle: item.getAsFileSystemHandle?.(), entry: item.webkitGetAsEntry(), file: item.getAsFile() });

async function dropped({ handle, entry, file }) {
  const found = await handle;
  if (found?.kind === "directory") return inFolder(found, `${found.name}/`);
  return entry?.isDirectory ? inEntry(entry) : file ? chosen([file]) : [];
}

async function inFolder(folder, path) {
  const found = [];
  for await (const one of folder.values()) {
    found.push(...(one.kind === "file" ? [[path + one.name, await one.getFile()]] : await inFolder(one, `${path}${one.name}/`)));
  }
  return found;
}

async function inEntry(entry) {
  if (entry.isFile) return [[entry.fullPath.slice(1), await new Promise((got, not) => entry.file(got, not))]];
  const reader = entry.createReader();
  const found = [];
  for (let some; (some = await new Promise((got, not) => reader.readEntries(got, not))).length;) found.push(...some);
  return (await Promise.all(found.map(inEntry))).flat();
}

const boxOf = (number) => document.querySelector(`[data-slot="${number}"]`);
const slotAt = (element) => element.closest?.("[data-slot]");

function listenForFiles() {
  for (const box of document.querySelectorAll("[data-slot]")) {
    for (const field of box.querySelectorAll("input[type=file]")) {
      field.onchange = () => { give(chosen(field.files), slots[box.dataset.slot]); field.value = ""; };
    }
  }
  const mark = (target) => slots.forEach((_, number) => boxOf(number).classList.toggle("over", boxOf(number) === target));
  document.ondragover = (event) => { event.preventDefault(); mark(slotAt(event.target)); };
  document.ondragleave = () => mark(null);
  document.ondrop = async (event) => {
    event.preventDefault();
    mark(null);
    const box = slotAt(event.target);
    const all = [...event.dataTransfer.items].filter(({ kind }) => kind === "file").map(held);
    give((await Promise.all(all.map(dropped))).flat(), box && slots[box.dataset.slot]);
  };
  showSlots();
}
