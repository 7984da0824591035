/**
 * Keeps the files of the console in this browser, so that a tab opened without network has something to show its last values with. The
 * worker (public/sw.js) answers from them where the server does not. Nothing of a user is in them: the page is requested without a session.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@picket/domain/languages';
import { OWN_BUILD } from './newer-build.ts';

/** `picket-shell <build>`; known to public/sw.js. A cache is complete once it has the page. */
const CACHES = 'picket-shell ';
const PAGE = '/';
/** Tabs with the console before the newest one may still be open. */
const BUILDS_KEPT = 2;

type Pages = Readonly<Record<string, readonly string[]>>;

interface FirstPage {
  readonly files: Pages;
  readonly texts: Readonly<Record<Language, Pages>>;
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis;

/** What this page has loaded, and what the first pages need. */
async function listFiles(): Promise<readonly string[]> {
  const language = LANGUAGES.find((one) => one === document.documentElement.lang) ?? DEFAULT_LANGUAGE;
  // Guarantee: written by the build (first-page-files.ts).
  const { files, texts } = (await (await fetch('/first-page.json')).json()) as FirstPage;
  const named = [files, texts[language]].flatMap((pages) =>
    Object.values(pages)
      .flat()
      .map((file) => `/${file}`),
  );
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  return [...new Set([...named, ...own.map(({ pathname }) => pathname)])];
}

/** The page as it is without a session, or null if the server has another build by now. It names no files to load in advance. */
async function loadPage(build: string): Promise<Response | null> {
  const page = await fetch(PAGE, { credentials: 'omit', cache: 'no-store' });
  const text = await page.text();
  if (!page.ok || !text.includes(build)) return null;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(text.replace(/<link rel="(?:module)?preload"[^>]*>/gu, ''), { headers });
}

/** Keeps this build of the console, unless it is kept already, and starts the worker. Rejects where the network or the storage fails. */
export async function keepShell(): Promise<void> {
  if (!isSupported() || OWN_BUILD === null) return;
  await navigator.serviceWorker.register('/sw.js');
  const cache = await caches.open(`${CACHES}${OWN_BUILD}`);
  if ((await cache.match(PAGE)) !== undefined) return;
  const page = await loadPage(OWN_BUILD);
  if (page === null) return;
  await cache.addAll(await listFiles());
  await cache.put(PAGE, page);
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  for (const old of names.slice(0, -BUILDS_KEPT)) await caches.delete(old);
}

/** Keeps nothing any more: a wall display shows what is, or that it does not know. */
export async function forgetShell(): Promise<void> {
  if (!isSupported()) return;
  for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
}
