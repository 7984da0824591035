/**
 * Draws the first screen into the page, so that people read it while the code of the console is on its way. The console's own components
 * draw it (console: first-screen.tsx), with the responses that the page brings.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Language } from '@picket/domain/languages';
import { z } from 'zod';
import { hasManyCards, PROFILE, type Responses, readBody, responsesJson, tagsOf } from './first-page.ts';

/** The page that somebody opens. */
interface OpenedPage {
  readonly path: string;
  /** Path and query. */
  readonly address: string;
  readonly acceptLanguage: string | undefined;
  readonly language: Language;
  /** None: nobody is signed in, or that is not known. */
  readonly responses: Responses;
  readonly isSignedOut: boolean;
  readonly styleNonce: string;
}

const ignore = (): void => {};

/** Of an element that is asked for and has one text. */
const metaElement = (content: string) => ({ getAttribute: () => content, setAttribute: ignore });

/** Nothing is stored but the language. */
const storageOf = (items: Readonly<Record<string, string | null>>) => ({
  getItem: (name: string): string | null => items[name] ?? null,
  setItem: ignore,
  removeItem: ignore,
});

/** Stand-ins for what a browser has, in the order in which the build asks for them (console: first-screen-build.ts). */
function globalsFor({ address, acceptLanguage, language, responses }: OpenedPage, links: string) {
  const languages = tagsOf(acceptLanguage);
  const url = new URL(address, 'http://localhost');
  const { pathname, search, origin, host, protocol } = url;
  const metas: Readonly<Record<string, string>> = { links, session: 'none', 'api-host': 'same' };
  const document = {
    cookie: '',
    title: '',
    visibilityState: 'visible',
    documentElement: { lang: '', dataset: {} },
    addEventListener: ignore,
    getElementById: (id: string) => (id === 'preloaded-responses' ? { textContent: responsesJson(responses) } : null),
    querySelector: (selector: string) => {
      const content = metas[/^meta\[name="([\w-]+)"\]$/u.exec(selector)?.[1] ?? ''];
      return content === undefined ? null : metaElement(content);
    },
  };
  const window = {
    document,
    location: { pathname, search, origin, host, protocol, hostname: url.hostname, hash: '', href: url.href },
    addEventListener: ignore,
    removeEventListener: ignore,
    matchMedia: () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }),
    scrollY: 0,
  };
  return [
    window,
    document,
    { languages, language, onLine: true, userAgent: '' },
    storageOf({ 'picket-language': language }),
    storageOf({}),
    // The age of the page: the responses have just come.
    { now: () => 0 },
  ];
}

/** What it has is not finished: it waits for something that comes later. */
const UNFINISHED = /class="[^"]*\bskeleton\b|aria-busy="true"/u;

/** The security policy lets no element have a style of its own: each becomes a rule of a sheet with the nonce of the page. */
function withStyleSheet(html: string, nonce: string): string {
  const rules = new Map<string, string>();
  const body = html.replaceAll(/ style="([^"]*)"/gu, (_, style: string) => {
    const name = rules.get(style) ?? String(rules.size);
    rules.set(style, name);
    return ` data-drawn="${name}"`;
  });
  const decoded = (style: string): string =>
    style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const sheet = [...rules].map(([style, name]) => `#first-screen [data-drawn="${name}"]{${decoded(style)}}`).join('');
  return `<style nonce="${nonce}">${sheet}</style>${body}`;
}

/** Links lead on, fields take what is typed; what needs the console waits for it. */
const beforeStart = (html: string): string =>
  html
    .replaceAll('<button', '<button inert')
    .replaceAll('<select', '<select inert')
    .replaceAll('<form', '<form method="dialog"');

const WITH_THEME = z.object({ preferences: z.object({ theme: z.enum(['light', 'dark', 'auto']) }) });

/** As chosen in the profile; without one the browser knows. */
function themeAttribute(responses: Responses): string {
  const profile = WITH_THEME.safeParse(readBody(responses, PROFILE));
  return profile.success ? ` data-theme="${profile.data.preferences.theme}"` : '';
}

/** The pages that are drawn: the one before the sign-in, and the first one after it unless its list is long. */
const isDrawn = ({ path, responses, isSignedOut }: OpenedPage): boolean =>
  path === '/sign-in' ? isSignedOut : path === '/locations' && PROFILE in responses && !hasManyCards(responses);

/**
 * Milliseconds of drawing in a second, for all pages: the thread that draws stores reports as well, and anybody may ask for the
 * sign-in. Pages beyond it show that they load.
 */
const DRAWING_MS = 100;
const SECOND_MS = 1000;

/** How long was drawn in the current second. */
class DrawingTime {
  #began = Number.NEGATIVE_INFINITY;
  #spent = 0;

  get isSpent(): boolean {
    const now = performance.now();
    if (now - this.#began >= SECOND_MS) {
      this.#began = now;
      this.#spent = 0;
    }
    return this.#spent >= DRAWING_MS;
  }

  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#spent += performance.now() - began;
    }
  }
}

/** Returns what puts the first screen into the page; null: it has none. */
export type DrawFirstScreen = (opened: OpenedPage) => Promise<((page: string) => string) | null>;

/** `folder`: a build of the console; what draws is loaded when it is first needed. `links`: the external ones, as JSON. */
export function createFirstScreens(
  folder: string,
  links: string,
  onFailure: (error: unknown) => void,
): DrawFirstScreen {
  const file = join(folder, 'first-screen.cjs');
  const script = beforePaintScript(folder);
  const load = createRequire(import.meta.url);
  const draw = async (opened: OpenedPage): Promise<string | null> => {
    const make: unknown = load(file);
    if (typeof make !== 'function') throw new Error(`${file} exports no function`);
    const made: unknown = make(...globalsFor(opened, links));
    if (typeof made !== 'object' || made === null || !('draw' in made) || typeof made.draw !== 'function')
      throw new Error(`${file} draws nothing`);
    const html: unknown = await made.draw(opened.address);
    return typeof html !== 'string' || !html.includes('id="main"') || UNFINISHED.test(html) ? null : html;
  };
  const time = new DrawingTime();
  return async (opened) => {
    if (script === null || !isDrawn(opened) || time.isSpent) return null;
    // Where it fails, the page shows that it loads.
    const drawn = await time.measure(() => draw(opened)).catch(onFailure);
    if (typeof drawn !== 'string') return null;
    const screen = withStyleSheet(beforeStart(drawn), opened.styleNonce);
    const html = `<html lang="${opened.language}"${themeAttribute(opened.responses)}>`;
    return (page) =>
      page
        .replace('<html lang="en">', html)
        .replace('</head>', `${script}</head>`)
        // What is seen needs the style sheets alone: they come first.
        .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
        .replace('<div id="root">', () => `<div id="first-screen">${screen}</div><div id="root" data-starting>`);
  };
}

/** The element of the script that runs before the page is painted; null: the build draws no first screens. */
function beforePaintScript(folder: string): string | null {
  if (!existsSync(join(folder, 'first-screen.cjs'))) return null;
  const name = readdirSync(join(folder, 'assets')).find((one) => /^before-paint-[\w-]+\.js$/u.test(one));
  return name === undefined ? null : `<script src="/assets/${name}"></script>`;
}
