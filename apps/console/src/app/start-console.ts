/**
 * Starts the console once the screen that the server has drawn is painted (first-screen-build.ts). The head of the page loads this and the
 * code of the console, and the screen comes after it. It is no part of before-paint: where the connection ends after the head, Chromium runs
 * nothing that its parser waits for.
 */

/** The server sends the screen within two seconds, or the page without one. Without it the console starts all the same, and finds out what is missing. */
const MAX_WAIT_MS = 3000;

const observer = new MutationObserver(startWithScreen);
const timer = setTimeout(start, MAX_WAIT_MS);

function start(): void {
  observer.disconnect();
  clearTimeout(timer);
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-start]'))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: href }));
}

/** The place of the console follows the screen. A page that is hidden is not painted. */
function startWithScreen(): void {
  if (document.getElementById('root') === null) return;
  observer.disconnect();
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}

observer.observe(document, { childList: true, subtree: true });
startWithScreen();
