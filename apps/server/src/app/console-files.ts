/** The console: one page for every path of its own, hashed files beside it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { AppError } from '../platform/errors.ts';
import { createFirstScreens } from './drawn-screens.ts';
import {
  languageOfPage,
  NO_RESPONSES,
  preloadLinks,
  preloadResponses,
  readFirstPageFiles,
  responsesElement,
} from './first-page.ts';

const HASHED = /\/assets\//u;
const NONCE = /__STYLE_NONCE__/gu;
/** Placeholder for the API's host (contracts: apiBase). */
const API_HOST = '__API_HOST__';
/** Placeholder for the build's id. */
const BUILD = '__BUILD__';
/** Placeholder for whether nobody is signed in (console: known-session.ts). */
const SESSION = '__SESSION__';
/** Placeholder for the external links, as JSON. */
const LINKS = '__LINKS__';

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Serves `folder` (a Vite build). API paths and missing files stay 404s; everything else is the console's own routing. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  { apiHost, links }: Pick<Config, 'apiHost' | 'links'>,
  hasSessionCookie: (request: FastifyRequest) => boolean,
): Promise<void> {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) return;
  const built = readFileSync(indexFile, 'utf8');
  // The page contains the names of hashed files: every build has another page.
  const build = createHash('sha256').update(built).digest('hex').slice(0, 16);
  const page = built
    .replace(BUILD, build)
    .replace(API_HOST, apiHost)
    .replace(LINKS, () => attribute(JSON.stringify(links)));
  app.addHook('onSend', async (request, reply) => {
    // Consoles poll the health check: a newer build shows there.
    if (request.url.endsWith('/health')) reply.header('x-picket-console', build);
  });
  await app.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    // Where the build has compressed a file; others are compressed as they are sent.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  for (const path of ['/help', '/help/'])
    app.get(path, { schema: { hide: true } }, async (_request, reply) => reply.redirect('/help/index.html'));
  const sendPage = createPageSender(app, folder, page, { apiHost, links }, hasSessionCookie);
  app.get('/*', { logLevel: 'warn' }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || /\.[a-z0-9]+$/iu.test(path)) throw new AppError('notFound');
    return sendPage(request, reply, path);
  });
}

/** Returns what sends the page, with what it needs at a path. */
function createPageSender(
  app: FastifyInstance,
  folder: string,
  page: string,
  { apiHost, links }: Pick<Config, 'apiHost' | 'links'>,
  hasSessionCookie: (request: FastifyRequest) => boolean,
): (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply> {
  const files = readFirstPageFiles(folder);
  const drawFirstScreen = createFirstScreens(folder, JSON.stringify(links), (error) =>
    app.log.error({ err: error }, 'the first screen is not drawn'),
  );
  return async (request, reply, path) => {
    // Where the API has its own host, the session is not sent here.
    const knowsSession = apiHost === 'same';
    const { responses, isSignedOut, cookies } =
      knowsSession && hasSessionCookie(request)
        ? await preloadResponses(app, request, path)
        : { ...NO_RESPONSES, isSignedOut: knowsSession };
    const hasResponses = Object.keys(responses).length > 0;
    const { styleNonce, url: address } = request;
    const acceptLanguage = request.headers['accept-language'];
    const language = languageOfPage(responses, acceptLanguage);
    const opened = { path, address, acceptLanguage, language, responses, isSignedOut, styleNonce };
    const putScreen = await drawFirstScreen(opened);
    const fileLinks = files === null ? '' : preloadLinks(files, path, responses, language, putScreen !== null);
    const sent = page
      .replace(NONCE, styleNonce)
      .replace(SESSION, isSignedOut ? 'none' : 'unknown')
      .replace('</head>', `${fileLinks}</head>`)
      .replace('</body>', (end) => (hasResponses ? `${responsesElement(responses)}${end}` : end));
    if (cookies.length > 0) reply.header('set-cookie', [...cookies]);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', hasResponses ? 'no-store' : 'no-cache')
      .send(putScreen === null ? sent : putScreen(sent));
  };
}

/** Responses only: request bodies are inflated where a decompression bomb can be stopped (platform/http/json-bodies.ts). */
export const registerCompression = (app: FastifyInstance) =>
  app.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ['br', 'gzip'] });
