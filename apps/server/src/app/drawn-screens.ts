/**
 * Draws the first screen into the page, so that people read it while the code of the console is on its way. The console's own components
 * draw it (console: first-screen.tsx), with the responses that the page brings.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Language } from '@picket/domain/languages';
import { z } from 'zod';
import { PROFILE, type Responses, readBody, responsesJson, tagsOf } from './first-page.ts';

/** What is known of a page when its head is sent. */
interface KnownPage {
  readonly path: string;
  readonly language: Language;
  /** None: nobody is signed in, or that is not known. */
  readonly responses: Responses;
  readonly isSignedOut: boolean;
}

/** The page that somebody opens. */
export interface OpenedPage extends KnownPage {
  /** Path and query. */
  readonly address: string;
  readonly acceptLanguage: string | undefined;
  readonly styleNonce: string;
  /** Whether the browser takes it for one: it came over https, or from its own machine. */
  readonly isSecureContext: boolean;
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
function globalsFor({ address, acceptLanguage, language, responses, isSecureContext }: OpenedPage, links: string) {
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
    isSecureContext,
    PushManager: {},
    Notification: { permission: 'default' },
  };
  return [
    window,
    document,
    // As nearly every browser: push is offered where the page is secure.
    { languages, language, onLine: true, userAgent: '', serviceWorker: {} },
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

/**
 * Whether the page may get a screen: the sign-in, and /locations after it. The profile is enough to decide: the responses that it is drawn
 * with come later.
 */
const mayBeDrawn = ({ path, responses, isSignedOut }: KnownPage): boolean =>
  path === '/sign-in' ? isSignedOut : path === '/locations' && PROFILE in responses;

/**
 * Milliseconds of drawing in a second, for all pages: the thread that draws stores reports as well, and anybody may ask for the
 * sign-in. Pages beyond it show that they load.
 */
const DRAWING_MS = 100;
const SECOND_MS = 1000;

/**
 * Characters of responses: the cards of 1,000 locations are 1.3 million, which a slow machine draws in 80 ms, and a quarter of that without
 * their readings. Nothing else is done meanwhile, and reports wait: pages beyond it show that they load.
 */
const MAX_LENGTH = 2_000_000;

const lengthOf = (responses: Responses): number => Object.values(responses).reduce((sum, body) => sum + body.length, 0);

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

  /** `work` waits for nothing but modules that are there. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#spent += performance.now() - began;
    }
  }
}

/** What the build of the console exports (console: first-screen.tsx). */
interface Drawing {
  readonly furtherRequests: () => unknown;
  readonly load: (address: string) => Promise<unknown>;
  readonly draw: (address: string) => unknown;
}

const isDrawing = (made: unknown): made is Drawing =>
  typeof made === 'object' &&
  made !== null &&
  ['furtherRequests', 'load', 'draw'].every((name) => typeof Reflect.get(made, name) === 'function');

const ADDRESSES = z.array(z.string());

/** Makes requests, to addresses without the base of the API; null: one of them is late or failed. */
export type RequestFurther = (addresses: readonly string[]) => Promise<Responses | null>;

export interface FirstScreens {
  /** Whether the page may get a screen. Its head is then sent for one. */
  readonly mayDraw: (page: KnownPage) => boolean;
  /** The head of a page, for a screen that may come. */
  readonly headFor: (head: string, page: KnownPage) => string;
  /** The body of a page with its screen; null: it has none. `requestFurther`: where the page does not have all that the screen shows. */
  readonly draw: (body: string, opened: OpenedPage, requestFurther: RequestFurther | null) => Promise<string | null>;
}

/** `folder`: a build of the console; what draws is loaded when it is first needed. `links`: the external ones, as JSON. */
export function createFirstScreens(folder: string, links: string, onFailure: (error: unknown) => void): FirstScreens {
  const file = join(folder, 'first-screen.cjs');
  const scripts = screenScripts(folder);
  const load = createRequire(import.meta.url);
  const time = new DrawingTime();
  const drawingOf = (opened: OpenedPage): Drawing => {
    const make: unknown = load(file);
    if (typeof make !== 'function') throw new Error(`${file} exports no function`);
    const made: unknown = make(...globalsFor(opened, links));
    if (!isDrawing(made)) throw new Error(`${file} draws nothing`);
    return made;
  };
  const withFurther = async (opened: OpenedPage, request: RequestFurther): Promise<OpenedPage | null> => {
    const addresses = await time.measure(async () => ADDRESSES.parse(drawingOf(opened).furtherRequests()));
    const found = await request(addresses);
    return found === null ? null : { ...opened, responses: { ...opened.responses, ...found } };
  };
  const drawHtml = async (opened: OpenedPage, requestFurther: RequestFurther | null): Promise<string | null> => {
    const known = requestFurther === null ? opened : await withFurther(opened, requestFurther);
    if (known === null) return null;
    const html = await time.measure(async () => {
      const drawing = drawingOf(known);
      await drawing.load(known.address);
      return drawing.draw(known.address);
    });
    return typeof html !== 'string' || !html.includes('id="main"') || UNFINISHED.test(html) ? null : html;
  };
  return {
    mayDraw: (page) => scripts !== null && mayBeDrawn(page),
    headFor: (head, { language, responses }) => {
      const isSignedIn = PROFILE in responses;
      const beforePaint = `<script src="${scripts?.beforePaint}"></script>`;
      const start = isSignedIn ? `<script async src="${scripts?.start}"></script>` : PAINTED_WHOLE;
      return withScriptsLast(head, isSignedIn)
        .replace('<html lang="en">', `<html lang="${language}"${themeAttribute(responses)}>`)
        .replace('</head>', `${start}${beforePaint}</head>`);
    },
    draw: async (body, opened, requestFurther) => {
      if (time.isSpent || lengthOf(opened.responses) > MAX_LENGTH) return null;
      // Where it fails, the page shows that it loads.
      const html = await drawHtml(opened, requestFurther).catch(onFailure);
      if (typeof html !== 'string') return null;
      const screen = withStyleSheet(beforeStart(html), opened.styleNonce);
      return body.replace(
        '<div id="root">',
        () => `<div id="first-screen">${screen}</div><div id="root" data-starting>`,
      );
    },
  };
}

/** The sign-in is centered: painted while a part of it is parsed, it would move. */
const PAINTED_WHOLE = '<link rel="expect" href="#root" blocking="render">';

/** What is seen needs the style sheets alone. With a session the screen comes after the head: the code is loaded, and started after it. */
const withScriptsLast = (head: string, isSignedIn: boolean): string =>
  isSignedIn
    ? head.replaceAll(
        /<script type="module"[^>]* src="([^"]*)"><\/script>/gu,
        '<link rel="modulepreload" fetchpriority="low" data-start crossorigin href="$1">',
      )
    : head.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');

interface ScreenScripts {
  /** Runs before the screen is painted. */
  readonly beforePaint: string;
  /** Starts the console. */
  readonly start: string;
}

/** Addresses of the scripts of a drawn page; null: the build draws no first screens. */
function screenScripts(folder: string): ScreenScripts | null {
  if (!existsSync(join(folder, 'first-screen.cjs'))) return null;
  const names = readdirSync(join(folder, 'assets'));
  const [beforePaint, start] = ['before-paint', 'start-console'].map((script) =>
    names.find((name) => name.startsWith(`${script}-`) && name.endsWith('.js')),
  );
  if (beforePaint === undefined || start === undefined) return null;
  return { beforePaint: `/assets/${beforePaint}`, start: `/assets/${start}` };
}
