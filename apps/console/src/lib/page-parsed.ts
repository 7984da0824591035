/** Whether the whole page has arrived: the server sends its head first, and the console may start with that. */
export const isPageParsed = (): boolean => document.readyState !== 'loading';

/** Resolves once the whole page has arrived. */
export const pageParsed = (): Promise<void> =>
  isPageParsed()
    ? Promise.resolve()
    : new Promise((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }));
