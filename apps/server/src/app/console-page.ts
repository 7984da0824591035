/** The one page of the console, with what it brings along for the path and the user that it is requested for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import {
  furtherLinks,
  languageOfPage,
  NO_SESSION,
  preloadLinks,
  preloadResponses,
  preloadSession,
  profileElement,
  readFirstPageFiles,
  responsesElement,
} from './first-page.ts';

const NONCE = /__STYLE_NONCE__/gu;
/** Placeholder for the API's host (contracts: apiBase). */
const API_HOST = '__API_HOST__';
/** Placeholder for the build's id. */
const BUILD = '__BUILD__';
/** Placeholder for whether nobody is signed in (console: known-session.ts). */
const SESSION = '__SESSION__';
/** Placeholder for the external links, as JSON. */
const LINKS = '__LINKS__';

/** Encodings of responses, for @fastify/compress. */
export const ENCODINGS: ('br' | 'gzip')[] = ['br', 'gzip'];
/** The same for the page: each part is compressed, and sent, when it is written. */
export const COMPRESSED_AS_WRITTEN = {
  encodings: ENCODINGS,
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
};

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export interface ConsolePage {
  /** Another one for every build. */
  readonly build: string;
  readonly send: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>;
}

/** Reads the page from `folder` (a Vite build). */
export function readConsolePage(
  app: FastifyInstance,
  folder: string,
  { apiHost, links }: Pick<Config, 'apiHost' | 'links'>,
  hasSessionCookie: (request: FastifyRequest) => boolean,
): ConsolePage {
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  // The page contains the names of hashed files: every build has another page.
  const build = createHash('sha256').update(built).digest('hex').slice(0, 16);
  const [start = '', end = ''] = built
    .replace(BUILD, build)
    .replace(API_HOST, apiHost)
    .replace(LINKS, () => attribute(JSON.stringify(links)))
    .split(/(?=<\/body>)/u);
  const files = readFirstPageFiles(folder);
  // Where the API has its own host, the session is not sent here.
  const knowsSession = apiHost === 'same';
  const send: ConsolePage['send'] = async (request, reply, path) => {
    const { profile, isSignedOut, cookies } =
      knowsSession && hasSessionCookie(request)
        ? await preloadSession(app, request)
        : { ...NO_SESSION, isSignedOut: knowsSession };
    const language = languageOfPage(profile, request.headers['accept-language']);
    const linked = files === null ? '' : preloadLinks(files, path, profile !== null, language);
    const beginning = start
      .replace(NONCE, request.styleNonce)
      .replace(SESSION, isSignedOut ? 'none' : 'unknown')
      .replace('</head>', (tag) => `${linked}${profile === null ? '' : profileElement(profile, path)}${tag}`);
    if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
    reply.type('text/html; charset=utf-8').header('cache-control', profile === null ? 'no-cache' : 'no-store');
    if (profile === null) return reply.send(beginning + end);
    const following = preloadResponses(app, request, path);
    const parts = async function* () {
      yield beginning;
      const found = await following;
      yield `${files === null ? '' : furtherLinks(files, path, found, language)}${responsesElement(found)}${end}`;
    };
    return reply.send(Readable.from(parts()));
  };
  return { build, send };
}
