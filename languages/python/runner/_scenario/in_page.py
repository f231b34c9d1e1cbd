"""What runs inside a page that is looked at: its clock and its chance, and what finds things as a person does.

The second part runs in a world of its own, where the page's scripts can neither see nor change it.
"""

from __future__ import annotations

CLOCK = """
((start, name, seed) => {
  // The page's time stands still until `pass` lets some go by: timers then come in their order, each at its time.
  const Real = Date, later = setTimeout, begun = start, timers = new Map();
  let now = start, last = 0;
  window.Date = new Proxy(Real, {
    construct: (date, given, made) => Reflect.construct(date, given.length ? given : [now], made),
    apply: () => new Real(now).toString(),
    get: (date, key) => key === 'now' ? () => now : Reflect.get(date, key),
  });
  Real.prototype.constructor = window.Date;
  performance.now = () => now - begun;
  const add = (act, wait, every, given) => {
    const pause = Math.max(+wait || 0, every);
    timers.set(++last, {at: now + pause, every: every && pause, act, given});
    return last;
  };
  window.setTimeout = (act, wait, ...given) => add(act, wait, 0, given);
  window.setInterval = (act, wait, ...given) => add(act, wait, 1, given);
  window.requestAnimationFrame = act => add(() => act(now - begun), 16, 0, []);
  window.requestIdleCallback = act => add(() => act({didTimeout: false, timeRemaining: () => 10}), 1, 0, []);
  for (const stop of ['clearTimeout', 'clearInterval', 'cancelAnimationFrame', 'cancelIdleCallback'])
    window[stop] = number => { timers.delete(number); };
  const pass = async seconds => {
    const end = now + 1000 * seconds;
    for (;;) {
      await new Promise(done => later(done, 0));
      const due = [...timers].filter(([, timer]) => timer.at <= end);
      if (!due.length) break;
      const [number, timer] = due.sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
      now = Math.max(now, timer.at);
      if (timer.every) timer.at += timer.every; else timers.delete(number);
      try { typeof timer.act === 'function' ? timer.act(...timer.given) : (0, eval)(timer.act); }
      catch (error) { reportError(error); }
    }
    now = end;
  };
  Object.defineProperty(window, name, {value: pass});
  // What it takes for random is the same each time it is opened. Source: Mulberry32, by Tommy Ettinger.
  let state = seed | 0;
  Math.random = () => {
    state = state + 0x6D2B79F5 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
  const random = Math.random;
  Crypto.prototype.getRandomValues = array => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.forEach((_, place) => { bytes[place] = 256 * random(); });
    return array;
  };
  Crypto.prototype.randomUUID = () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(16 * random()).toString(16));
})
"""

PAPER = """
(name => {
  // Read while the page prints, for many put something there for that moment only. On a screen on which `print` and
  // `screen` have changed names, it looks as on paper.
  let paper = '';
  const rules = sheet => { try { return sheet.cssRules; } catch { return []; } };  // of a file beside it
  const sheets = () => [...document.styleSheets].flatMap(sheet => [sheet, ...rules(sheet)]);
  const swapped = word => word === 'print' ? 'screen' : 'print';
  const swap = () => {
    for (const {media} of sheets())
      if (media?.length) media.mediaText = media.mediaText.replace(/\\b(print|screen)\\b/g, swapped);
  };
  window.print = () => {
    window.dispatchEvent(new Event('beforeprint'));
    swap();
    paper = document.body?.innerText ?? '';
    swap();
    window.dispatchEvent(new Event('afterprint'));
  };
  Object.defineProperty(window, name, {get: () => paper});
})
"""

EYES = """
(() => {
  const words = text => (text || '').replace(/\\s+/g, ' ').trim();
  const rects = element => [...element.getClientRects()].filter(box => box.width > 0 && box.height > 0);
  // While something moves or fades, nobody knows yet where it ends.
  const moves = () => document.getAnimations().length > 0;
  const CUTS = ['hidden', 'clip'];
  const cutsOff = (around, box) => {
    const {overflowX, overflowY} = getComputedStyle(around), edge = around.getBoundingClientRect();
    return CUTS.includes(overflowX) && (box.right <= edge.left || edge.right <= box.left || edge.width < 2) ||
      CUTS.includes(overflowY) && (box.bottom <= edge.top || edge.bottom <= box.top || edge.height < 2);
  };
  const isCutOff = element => {
    const boxes = [...element.getClientRects()];
    if (!boxes.length) return false;
    if (boxes.every(box => box.right + scrollX <= 0 || box.bottom + scrollY <= 0)) return true;
    // What is placed apart is cut off only by what it is placed in.
    for (let around = element, apart = false; around && around !== document.body; around = around.parentElement) {
      const {position} = getComputedStyle(around);
      if (apart && position === 'static') continue;
      if (boxes.every(box => cutsOff(around, box))) return true;
      if (position === 'fixed') return false;
      apart = position === 'absolute';
    }
    return false;
  };
  const seen = element => element.checkVisibility({visibilityProperty: true, opacityProperty: !moves()}) &&
    (moves() || !isCutOff(element));
  // A box to tick is often drawn by its label, and hidden itself.
  const target = element => [element, ...(element.labels || [])].find(one => seen(one) && rects(one).length);
  const BOXES = ['checkbox', 'radio'], BUTTONS = ['button', 'submit', 'reset', 'image'];
  const kind = element => element.localName === 'input' ? element.type : element.localName;
  const all = selector => [...document.querySelectorAll(selector)];

  const before = element => {
    const cell = element.closest('td');
    const row = cell && cell.previousElementSibling;
    const text = element.previousSibling && words(element.previousSibling.textContent);
    return words((row && row.textContent) || text || '');
  };
  const labels = element => [
    ...[...(element.labels || [])].map(label => words(label.innerText)),
    ...(element.getAttribute('aria-labelledby') || '').split(' ').map(id => id && document.getElementById(id))
      .filter(Boolean).map(label => words(label.innerText)),
    words(element.getAttribute('aria-label')), words(element.placeholder), words(element.title),
  ].filter(Boolean);
  const names = element => labels(element).length ? labels(element) : [before(element)].filter(Boolean);
  const caption = element => [
    words(element.innerText), BUTTONS.includes(element.type) ? words(element.value) : '',
    words(element.getAttribute('aria-label')), words(element.title), words(element.alt),
    ...[...element.querySelectorAll('img[alt]')].map(picture => words(picture.alt)),
  ].filter(Boolean);

  const isBox = element => BOXES.includes(element.type);
  const isButton = element => element.localName === 'button' || BUTTONS.includes(element.type);
  const isField = element => !isBox(element) && !isButton(element) && element.type !== 'hidden';
  const ACTS = 'button, input, a[href], summary, label, option, [onclick], [tabindex], [role=button], [role=tab], ' +
    '[role=menuitem], [role=option], [role=switch], [role=checkbox], [role=link]';
  const found = {
    click: () => [
      ...all(ACTS).filter(element => element.localName !== 'input' || !isField(element)),
      ...all('body *').filter(element => getComputedStyle(element).cursor === 'pointer'),
    ],
    words: () => all('body *').filter(element => words(element.innerText) && !element.children.length),
    field: () => all('input, textarea, select, [contenteditable]').filter(isField),
    choice: () => all('select, input[type=radio]'),
  };
  const called = {click: element => isBox(element) ? [...names(element), ...caption(element)] : caption(element)};
  const value = element => isBox(element) ? (element.checked ? 'on' : 'off')
    : element.localName === 'select' ? [...element.selectedOptions].map(one => words(one.text)).join(', ')
    : 'value' in element ? element.value : words(element.innerText);

  // What may be a square of a board: the smallest things, whatever they are, but for what is in a text.
  const GRIDS = 'td, button, a, input, li, div, span, img, rect, [role=gridcell], [role=button]';
  const isAct = element => element.matches(ACTS) || getComputedStyle(element).cursor === 'pointer';
  const squares = () => all(GRIDS).filter(element => !element.querySelector(GRIDS) || element.matches('td, button, a'));

  let last = [];
  const changed = element => {
    for (const name of ['input', 'change']) element.dispatchEvent(new Event(name, {bubbles: true}));
  };
  return {
    find: sort => {
      last = [...new Set(found[sort]())].filter(target);
      return last.map(element => [...new Set((called[sort] || (sort === 'words' ? caption : names))(element))]);
    },
    squares: () => {
      last = squares().filter(target);
      return last.map(element => {
        const box = rects(target(element))[0], said = words(element.innerText ?? element.textContent) || element.value;
        const sort = `${isAct(element) ? 'act' : 'text'} ${element.localName}`;
        return [box.x + scrollX, box.y + scrollY, box.width, box.height, said || '', sort];
      });
    },
    // How many elements one has to go out of, until these words are in there, too.
    steps: text => last.map(element => {
      const wanted = words(text).toLowerCase();
      for (let around = element, count = 0; around; around = around.parentElement, count += 1) {
        const pictures = [...around.querySelectorAll('img[alt]')].map(picture => picture.alt);
        if (words([around.innerText, ...pictures].join(' ')).toLowerCase().includes(wanted)) return count;
      }
      return -1;
    }),
    nested: numbers => numbers.every(one => numbers.every(other =>
      last[one].contains(last[other]) || last[other].contains(last[one]))),
    kind: number => kind(last[number]),
    place: number => {
      const element = last[number], at = target(element);
      if (!at) return {problem: 'is gone'};
      if (element.disabled) return {problem: 'is grey: nothing can be done with it now'};
      at.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
      const box = rects(at)[0], x = box.x + box.width / 2, y = box.y + box.height / 2;
      const top = document.elementFromPoint(x, y);
      const meant = top && [element, at, ...(element.labels || [])].some(one => one.contains(top) || top.contains(one));
      return meant ? {x, y} : {problem: 'lies under something else'};
    },
    select: number => {
      const element = last[number];
      if (element.readOnly || element.disabled) return 'nothing can be typed there';
      element.focus();
      if (element.select) element.select(); else document.getSelection().selectAllChildren(element);
      return '';
    },
    set: (number, text) => { last[number].value = text; changed(last[number]); return last[number].value; },
    typed: number => { last[number].dispatchEvent(new Event('change', {bubbles: true})); },
    pasted: text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true});
      return document.activeElement.dispatchEvent(event);
    },
    options: number => [...last[number].options].map(option => words(option.text)),
    option: (number, index) => { last[number].selectedIndex = index; changed(last[number]); },
    values: () => {
      const fields = all('input, textarea, select, [contenteditable]').filter(one => !isButton(one) && target(one));
      const pairs = fields.map(field => [names(field)[0] || kind(field), value(field)]);
      return Object.fromEntries(pairs.reverse());
    },
    html: () => {
      const copy = document.documentElement.cloneNode(true);
      const here = [document.documentElement, ...document.documentElement.querySelectorAll('*')];
      const shown = new Set(here.filter(seen)), around = new Set();
      for (const one of shown)
        for (let up = one.parentElement; up && !around.has(up); up = up.parentElement) around.add(up);
      const silence = twin =>
        [...twin.childNodes].filter(one => one.nodeType === Node.TEXT_NODE).forEach(one => one.remove());
      [copy, ...copy.querySelectorAll('*')].forEach((twin, index) => {
        const element = here[index], isPart = ['option', 'optgroup', 'br', 'wbr'].includes(element.localName);
        const isInside = document.body?.contains(element) && element !== document.body;
        const isHidden = isInside && !shown.has(element) && !isPart;
        twin.toggleAttribute('hidden', isHidden && !around.has(element));
        if (around.has(element)) twin.style?.removeProperty('visibility');
        // What is in it may be seen where it is not itself: placed apart, or made visible again.
        if (isHidden || element.localName === 'details' && !element.open) silence(twin);
        if (element.localName === 'textarea') twin.textContent = element.value;
        if (element.localName === 'input') twin.setAttribute('value', element.value);
      });
      return '<!doctype html>' + copy.outerHTML;
    },
  };
})()
"""
