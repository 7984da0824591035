/**
 * Sends the page of the console, with what it needs at a path. With a session its head goes first: the browser loads the code of the page,
 * and starts it where no screen is drawn, while its responses are collected. Then the screen is sent, then the responses.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { createFirstScreens, type FirstScreens, type OpenedPage, type RequestFurther } from './drawn-screens.ts';
import {
  createAsk,
  type FirstPageFiles,
  filesAt,
  furtherResponses,
  languageOfPage,
  linksTo,
  NO_RESPONSES,
  NO_SESSION,
  preloadResponses,
  type Responses,
  readFirstPageFiles,
  responsesElement,
  sessionOfPage,
} from './first-page.ts';

const NONCE = /__STYLE_NONCE__/gu;
/** Placeholder for whether nobody is signed in (console: known-session.ts). */
const SESSION = '__SESSION__';
const SCRIPT = '<script type="module"';
/** Hosts that browsers trust without https. */
const LOCAL = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/u;

interface Options extends Pick<Config, 'links'> {
  /** Whether a session is sent with the page. */
  readonly knowsSession: boolean;
  readonly hasSessionCookie: (request: FastifyRequest) => boolean;
}

const isSignedIn = ({ responses }: OpenedPage): boolean => Object.keys(responses).length > 0;

/** The parts of a page, in the order in which they are sent. */
class PageParts {
  readonly #head: string;
  readonly #body: string;
  readonly #end: string;
  readonly #files: FirstPageFiles | null;
  readonly #screens: FirstScreens;

  /** `page`: as the build has it. */
  constructor(page: string, files: FirstPageFiles | null, screens: FirstScreens) {
    const [head = '', body = '', end = ''] = page.split(/(?<=<\/head>)|(?=<\/body>)/u);
    this.#head = head;
    this.#body = body;
    this.#end = end;
    this.#files = files;
    this.#screens = screens;
  }

  #filesOf({ path, language }: OpenedPage, responses: Responses): ReadonlySet<string> {
    return this.#files === null ? new Set() : filesAt(this.#files, path, responses, language);
  }

  /** Its head, from what is known before there are responses but that of the profile. */
  head(opened: OpenedPage): string {
    const mayDraw = this.#screens.mayDraw(opened);
    const made = this.#head
      .replace(NONCE, opened.styleNonce)
      .replace(SESSION, opened.isSignedOut ? 'none' : 'unknown')
      // The console itself waits for what comes later.
      .replaceAll(SCRIPT, isSignedIn(opened) ? `${SCRIPT} async` : SCRIPT)
      .replace('</head>', (end) => `${linksTo(this.#filesOf(opened, opened.responses), mayDraw)}${end}`);
    return mayDraw ? this.#screens.headFor(made, opened) : made;
  }

  /** The screen, where one is drawn, and the place of the console. */
  async body(opened: OpenedPage, responses: Responses, requestFurther: RequestFurther | null): Promise<string> {
    const page = { ...opened, responses };
    const drawn = this.#screens.mayDraw(opened) ? await this.#screens.draw(this.#body, page, requestFurther) : null;
    const others = this.#filesOf(opened, responses).difference(this.#filesOf(opened, opened.responses));
    return (drawn ?? this.#body).replace('<body>', (start) => `${start}${linksTo(others, drawn !== null)}`);
  }

  /** What the console reads once it has started. */
  end(opened: OpenedPage, responses: Responses): string {
    return `${isSignedIn(opened) ? responsesElement(responses) : ''}${this.#end}`;
  }
}

/** Returns what sends `page`, the page as the build in `folder` has it. */
export function createPageSender(
  app: FastifyInstance,
  folder: string,
  page: string,
  { links, knowsSession, hasSessionCookie }: Options,
): (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply> {
  const screens = createFirstScreens(folder, JSON.stringify(links), (error) =>
    app.log.error({ err: error }, 'the first screen is not drawn'),
  );
  const parts = new PageParts(page, readFirstPageFiles(folder), screens);
  const ask = createAsk(app);
  return async (request, reply, path) => {
    const { styleNonce, url: address } = request;
    const mayHaveSession = knowsSession && hasSessionCookie(request);
    const preloading = mayHaveSession ? preloadResponses(ask, request, address) : NO_RESPONSES;
    const { responses, isSignedOut, cookies } = mayHaveSession
      ? await sessionOfPage(ask, request)
      : { ...NO_SESSION, isSignedOut: knowsSession };
    const acceptLanguage = request.headers['accept-language'];
    const language = languageOfPage(responses, acceptLanguage);
    const isSecureContext = request.protocol === 'https' || LOCAL.test(request.hostname);
    const opened = { path, address, acceptLanguage, language, responses, isSignedOut, styleNonce, isSecureContext };
    async function* withResponses(): AsyncGenerator<string> {
      yield parts.head(opened);
      const { responses: first, isPartial } = await preloading.first;
      if (reply.raw.destroyed) return;
      const requestFurther = (addresses: readonly string[]) => furtherResponses(ask, request, addresses);
      yield await parts.body(opened, { ...responses, ...first }, isPartial ? requestFurther : null);
      // Asked for once the screen is sent: on a small machine the two would hold each other up.
      yield parts.end(opened, { ...responses, ...(await preloading.complete()) });
    }
    if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', isSignedIn(opened) ? 'no-store' : 'no-cache')
      .send(
        isSignedIn(opened)
          ? Readable.from(withResponses())
          : `${parts.head(opened)}${await parts.body(opened, responses, null)}${parts.end(opened, responses)}`,
      );
  };
}
