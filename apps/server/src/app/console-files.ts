/** The console: one page for every path of its own, hashed files beside it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { AppError } from '../platform/errors.ts';
import { createPageSender } from './send-page.ts';

const HASHED = /\/assets\//u;
/** Placeholder for the API's host (contracts: apiBase). */
const API_HOST = '__API_HOST__';
/** Placeholder for the build's id. */
const BUILD = '__BUILD__';
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
  // Where the API has its own host, the session is not sent here.
  const knowsSession = apiHost === 'same';
  const sendPage = createPageSender(app, folder, page, { links, knowsSession, hasSessionCookie });
  app.get('/*', { logLevel: 'warn', compress: AT_ONCE }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || /\.[a-z0-9]+$/iu.test(path)) throw new AppError('notFound');
    return sendPage(request, reply, path);
  });
}

const MIN_COMPRESSED_BYTES = 1024;

/** Responses only: request bodies are inflated where a decompression bomb can be stopped (platform/http/json-bodies.ts). */
const COMPRESSION = {
  globalDecompression: false,
  threshold: MIN_COMPRESSED_BYTES,
  encodings: ['br', 'gzip'],
} satisfies FastifyCompressOptions;

/** Each part is sent as it is written. */
const AT_ONCE = {
  ...COMPRESSION,
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
} satisfies FastifyCompressOptions;

export const registerCompression = (app: FastifyInstance) => app.register(compress, { global: true, ...COMPRESSION });
