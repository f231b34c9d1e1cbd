"""Files that are dropped on the card of a program: it opens, and they lie on its slots."""

# What was dropped waits for the program: only a browser can hand it on.
DROPS = """
const use = (tile, files) => {
  if (!tile?.querySelector('[data-part="drop"]') || !files.length) return;
  window.assayDropped = [...files];
  trigger('click', {action: 'use', run: tile.querySelector('[data-action="use"]').dataset.run});
};
element.addEventListener('change', ({target}) => {
  if (target.dataset.part === 'drop') use(target.closest('.tile'), target.files);
});
for (const name of ['dragover', 'dragleave', 'drop']) element.addEventListener(name, (event) => {
  const tile = event.target.closest('.tile');
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  tile?.classList.toggle('tile-over', name === 'dragover' && Boolean(tile.querySelector('[data-part="drop"]')));
  if (name === 'drop') use(tile, event.dataTransfer.files);
});
"""

# Each file goes to the first slot that takes its ending, or to the last one. The page may draw them a little later.
LAY_DROPPED = """() => {
  const files = window.assayDropped ?? [];
  window.assayDropped = [];
  const lay = (left) => {
    const slots = [...document.querySelectorAll('#slots .slot')].filter((one) => one.offsetParent);
    const fields = slots.map((one) => one.querySelector('input[type=file]'));
    if (!slots.length || !fields.every(Boolean)) return left && requestAnimationFrame(() => lay(left - 1));
    const sorts = slots.map((one) => one.querySelector('.slot-head')?.dataset.sort);
    const given = fields.map(() => new DataTransfer());
    for (const file of files) {
      const ending = file.name.slice(file.name.lastIndexOf('.')).toLowerCase();
      given.at(sorts.indexOf(ending)).items.add(file);
    }
    for (const [place, {files: its}] of given.entries()) {
      if (!its.length) continue;
      fields[place].files = its;
      fields[place].dispatchEvent(new Event('change', {bubbles: true}));
    }
    document.getElementById('try-start')?.focus();
  };
  if (files.length) requestAnimationFrame(() => lay(600));
}"""
