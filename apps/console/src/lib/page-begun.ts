/** The code starts while the page is still being read (first-page-files.ts): its end comes once the server has made what it brings. */

const findRoot = (): HTMLElement | null => document.getElementById('root');

async function rootRead(): Promise<HTMLElement> {
  const known = findRoot();
  if (known !== null) return known;
  return new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      const root = findRoot();
      if (root === null) return;
      observer.disconnect();
      resolve(root);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** One that cannot be loaded is not waited for: the page is readable without. It may have failed before; then the page ends loading. */
async function sheetLoaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet !== null || document.readyState === 'complete') return;
  await new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
    window.addEventListener('load', resolve, { once: true });
  });
}

/** Returns the element to render into, once it and the style sheets are there: parts measure themselves as they are first rendered. */
export async function pageBegun(): Promise<HTMLElement> {
  const root = await rootRead();
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(sheetLoaded));
  return root;
}

/** Resolves once the whole page is read. */
export async function pageRead(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
}
