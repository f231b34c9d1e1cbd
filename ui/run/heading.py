"""What the head of a run does in the browser: it entitles the tab, has its seal stamped, and its name changed."""

# The browser's tab says what is shown, and how far it is.
ENTITLED = """
const entitle = () => {
  const name = document.querySelector('.asked-over [data-part="name"]')?.textContent.trim();
  const said = document.querySelector('[data-title]')?.dataset.title;
  document.title = [name, said, 'Assay'].filter(Boolean).join(' · ');
};
"""
# Who looks at another tab meanwhile is told of the end, if they asked for that.
TITLE = (
    ENTITLED
    + """
let tells = 'off';
const label = () => {
  const button = element.querySelector('[data-notify]');
  if (!button) return;
  button.textContent = button.dataset[tells];
  button.setAttribute('aria-pressed', String(tells === 'on'));
};
element.addEventListener('click', async (event) => {
  if (!event.target.closest('[data-notify]')) return;
  const allowed = tells === 'off' && 'Notification' in window ? await Notification.requestPermission() : '';
  tells = allowed === 'granted' ? 'on' : tells === 'off' ? 'refused' : 'off';
  label();
});
watch('value', () => {
  entitle();
  if (tells === 'on' && element.querySelector('.assay-over')) {
    new Notification(document.title, {body: document.querySelector('.asked-task')?.textContent || ''});
    tells = 'off';
  }
  label();
});
"""
)

# The seal is stamped once, and not again whenever the tab is shown.
STAMPED = """
element.addEventListener('animationend', ({target}) => target.closest('.assay-falls')?.classList.remove('assay-falls'));
"""

# The name stands in a field once its button is pressed. What was typed goes to the server as it is.
NAMING = (
    ENTITLED
    + """
const named = (name) => element.querySelector(`[data-part="${name}"]`);
const called = () => named('name').textContent.trim();
let typed = false;
const edit = (begins) => {
  for (const one of ['name', 'rename']) named(one).hidden = begins;
  named('naming').hidden = !begins;
  const field = named('naming').elements.name;
  if (begins) field.value = called();
  if (begins) field.select();
  else named('rename').focus();
};
element.addEventListener('click', ({target}) => { if (target.closest('[data-part="rename"]')) edit(true); });
element.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && event.target.closest('[data-part="naming"]')) edit(false);
});
element.addEventListener('submit', (event) => {
  event.preventDefault();
  const {name} = event.target.elements;
  typed = name.value.trim() !== called();
  if (typed) trigger('click', {action: 'named', fields: {name: name.value}});
  else edit(false);
});
watch('value', () => {
  entitle();
  if (typed) named('rename')?.focus();
  typed = false;
});
"""
)
