/** What protects a person's browser: where requests may come from, and what a page may do. */
import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows this answer's own style elements. */
    styleNonce: string;
  }
}

/** Whether people reach this server by https: decides the cookie's name and its Secure flag. */
export const isSecure = (config: Config, request: FastifyRequest): boolean =>
  config.publicUrl === null ? request.protocol === 'https' : config.publicUrl.startsWith('https://');

/** The one origin the console is served from. */
const ownOrigin = (config: Config, request: FastifyRequest): string =>
  config.publicUrl === null ? `${request.protocol}://${request.host}` : new URL(config.publicUrl).origin;

export async function installBrowserSafety(app: FastifyInstance, config: Config): Promise<void> {
  app.decorateRequest('styleNonce', '');
  app.addHook('onRequest', async (request) => {
    request.styleNonce = randomBytes(16).toString('base64');
    // helmet's directive functions see the raw request.
    (request.raw as { styleNonce?: string }).styleNonce = request.styleNonce;
    if (SAFE_METHODS.has(request.method)) return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (origin === undefined ? site === 'cross-site' || site === 'same-site' : origin !== ownOrigin(config, request))
      throw new AppError('foreignOrigin');
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", (request) => `'nonce-${(request as { styleNonce?: string }).styleNonce ?? ''}'`],
        'img-src': ["'self'", 'blob:', 'data:'],
        'connect-src': ["'self'"],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl?.startsWith('https://') ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  });
}
