/** The console: one page for every path of its own, hashed files beside it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { AppError } from '../platform/errors.ts';
import { COMPRESSED_AS_WRITTEN, ENCODINGS, readConsolePage } from './console-page.ts';

const HASHED = /\/assets\//u;
/** Serves `folder` (a Vite build). API paths and missing files stay 404s; everything else is the console's own routing. */
export async function serveConsole(
  app: FastifyInstance,
  folder: string,
  config: Pick<Config, 'apiHost' | 'links'>,
  hasSessionCookie: (request: FastifyRequest) => boolean,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const page = readConsolePage(app, folder, config, hasSessionCookie);
  app.addHook('onSend', async (request, reply) => {
    // Consoles poll the health check: a newer build shows there.
    if (request.url.endsWith('/health')) reply.header('x-picket-console', page.build);
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
  app.get('/*', { logLevel: 'warn', compress: COMPRESSED_AS_WRITTEN }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path.startsWith('/api/') || /\.[a-z0-9]+$/iu.test(path)) throw new AppError('notFound');
    return page.send(request, reply, path);
  });
}

/** Responses only: request bodies are inflated where a decompression bomb can be stopped (platform/http/json-bodies.ts). */
export const registerCompression = (app: FastifyInstance) =>
  app.register(compress, { global: true, globalDecompression: false, threshold: 1024, encodings: ENCODINGS });
