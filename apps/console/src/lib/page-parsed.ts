/** Whether the whole page has arrived: the server sends its head first, and the console may start with that. */
export const isPageParsed = (): boolean => document.readyState !== 'loading';

/** Resolves once the whole page has arrived, or nothing more of it is waited for. */
export const pageParsed = (): Promise<void> =>
  isPageParsed()
    ? Promise.resolve()
    : new Promise((resolve) => document.addEventListener('readystatechange', () => resolve(), { once: true }));

/** The server sends the rest after a second at the latest. */
const MAX_WAIT_MS = 10_000;

/**
 * Resolves with the element that the console is drawn into, once the page has arrived. A connection may end after the head: browsers do not
 * say so, and would wait without end. Then the page is ended here, so that no rest comes later, and the console asks for what is missing.
 */
export async function rootOfPage(): Promise<Element> {
  const timer = setTimeout(() => window.stop(), MAX_WAIT_MS);
  await pageParsed();
  clearTimeout(timer);
  const root = document.getElementById('root');
  if (root !== null) return root;
  // A part of a screen does not stay.
  document.getElementById('first-screen')?.remove();
  const made = document.createElement('div');
  made.id = 'root';
  const body = document.querySelector('body') ?? document.documentElement.appendChild(document.createElement('body'));
  return body.appendChild(made);
}
