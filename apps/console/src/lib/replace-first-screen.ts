/**
 * The page may bring its first screen as the server has drawn it. It stands until the console, which starts out of sight, has drawn the same;
 * what was typed into it meanwhile, and the focus, go over.
 */

/** Longer the console is not waited for: it says itself what it is waiting for. */
const MAX_WAIT_MS = 10_000;
const FIELDS = ['a[href]', 'button', 'input', 'select', 'textarea'].join();

const UNFINISHED = ['[aria-busy="true"]', '.skeleton'];

const isDrawn = (root: Element): boolean =>
  root.querySelector('#main') !== null && UNFINISHED.every((selector) => root.querySelector(selector) === null);

/** As if it had been typed into the field: React keeps what it knows of a field beside the element. */
function typeInto(field: HTMLInputElement, { type, value, checked }: HTMLInputElement): void {
  if (type === 'checkbox') {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function carryOver(first: Element, root: Element): void {
  const fields = [...root.querySelectorAll<HTMLElement>(FIELDS)];
  const active = first.contains(document.activeElement) ? document.activeElement : first.querySelector('[autofocus]');
  for (const [index, old] of [...first.querySelectorAll(FIELDS)].entries()) {
    const field = fields[index];
    if (field === undefined || field.tagName !== old.tagName) return;
    if (field instanceof HTMLInputElement && old instanceof HTMLInputElement) typeInto(field, old);
    if (old !== active) continue;
    field.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement && old instanceof HTMLInputElement && old.selectionStart !== null)
      field.setSelectionRange(old.selectionStart, old.selectionEnd);
  }
}

/** `root`: where the console is drawn. */
export function replaceFirstScreen(root: Element): void {
  const first = document.getElementById('first-screen');
  const { dataset } = document.documentElement;
  if (first === null) {
    delete dataset.firstScreen;
    return;
  }
  const replace = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    // Nothing out of sight takes the focus.
    root.removeAttribute('data-starting');
    if (dataset.firstScreen !== 'other') carryOver(first, root);
    first.remove();
    // Once React has taken what was typed.
    if (dataset.firstScreen === 'submitted') setTimeout(() => root.querySelector('form')?.requestSubmit());
    delete dataset.firstScreen;
  };
  const observer = new MutationObserver(() => {
    if (isDrawn(root)) replace();
  });
  const timer = setTimeout(replace, MAX_WAIT_MS);
  observer.observe(root, { childList: true, subtree: true });
}
