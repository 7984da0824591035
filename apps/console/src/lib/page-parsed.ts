/** Whether the whole page has arrived: the server sends its head first, and the console may start with that. */
export const isPageParsed = (): boolean => document.readyState !== 'loading';

/** Resolves once the whole page has arrived, or nothing more of it is waited for. */
export const pageParsed = (): Promise<void> =>
  isPageParsed()
    ? Promise.resolve()
    : new Promise((resolve) => document.addEventListener('readystatechange', () => resolve(), { once: true }));

let parsedAt = Number.POSITIVE_INFINITY;
void pageParsed().then(() => {
  parsedAt = performance.now();
});

/** Milliseconds since the whole page arrived; less than 0 before that. */
export const sincePageParsed = (): number => performance.now() - parsedAt;

/** The server sends the next part after five seconds at the latest. */
const MAX_WAIT_MS = 10_000;
const CHECK_MS = 1000;

const receivedLength = (): number => document.documentElement.textContent.length;

/** Ends the page once nothing of it has arrived for ten seconds: on a slow line it comes in parts. Returns what stops this. */
function endWhenNothingArrives(): () => void {
  let length = receivedLength();
  let grewAt = performance.now();
  const timer = setInterval(() => {
    const before = length;
    length = receivedLength();
    if (length !== before) grewAt = performance.now();
    else if (performance.now() - grewAt >= MAX_WAIT_MS) window.stop();
  }, CHECK_MS);
  return () => clearInterval(timer);
}

/**
 * Resolves with the element that the console is drawn into, once the page has arrived. A connection may end after the head: browsers do not
 * say so, and would wait without end. Then the page is ended here, so that no rest comes later, and the console asks for what is missing.
 */
export async function rootOfPage(): Promise<Element> {
  const stopWaiting = endWhenNothingArrives();
  await pageParsed();
  stopWaiting();
  const root = document.getElementById('root');
  if (root !== null) return root;
  // A part of a screen does not stay.
  document.getElementById('first-screen')?.remove();
  const made = document.createElement('div');
  made.id = 'root';
  const body = document.querySelector('body') ?? document.documentElement.appendChild(document.createElement('body'));
  return body.appendChild(made);
}
