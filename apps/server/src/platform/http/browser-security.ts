/** Protects browsers: allowed origins (CSRF, CORS) and security headers. */
import { randomBytes } from 'node:crypto';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Of responses to devices, which browsers do not read: working out those of pages took as long as reading a report. */
const DEVICE_HEADERS = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows the style elements of this response. */
    styleNonce: string;
  }
}

/** Whether browsers reach this server by https: decides the cookie's name and its Secure flag. */
export const isSecure = (config: Config, request: FastifyRequest): boolean =>
  config.publicUrl === null ? request.protocol === 'https' : config.publicUrl.startsWith('https://');

/** The one origin the console is served from. */
export const consoleOrigin = (config: Config, request: FastifyRequest): string =>
  config.publicUrl === null ? `${request.protocol}://${request.host}` : new URL(config.publicUrl).origin;

/** Whether a browser says that another website made this request. */
export function isForeignOrigin(config: Config, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  const initiator = request.headers['sec-fetch-site'];
  return origin === undefined
    ? initiator === 'cross-site' || initiator === 'same-site'
    : origin !== consoleOrigin(config, request);
}

/** Headers of the console's calls besides the safelisted ones. */
const ALLOWED_HEADERS = ['content-type', 'x-picket-active', 'if-match', 'if-unmodified-since', 'last-event-id'];

/** The API's own origin, where it is not the console's; for WebSockets it has to be named again. */
function apiOrigin({ apiHost, publicUrl }: Config): string[] {
  if (apiHost === 'same' || publicUrl === null) return [];
  const url = new URL(publicUrl);
  return [url.protocol, url.protocol.replace('http', 'ws')].map((scheme) => `${scheme}//api.${url.host}`);
}

/** Where page views are reported and maintenance is queried, if anywhere. */
const externalOrigins = ({ links }: Config): string[] =>
  [links.analytics, links.services].flatMap((url) => (url === null ? [] : [new URL(url).origin]));

/** Of responses to browsers. */
const helmetOptions = (config: Config): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", (request) => `'nonce-${(request as { styleNonce?: string }).styleNonce ?? ''}'`],
      'img-src': ["'self'", 'blob:', 'data:'],
      'connect-src': ["'self'", ...apiOrigin(config), ...externalOrigins(config)],
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
  // Over plain http browsers ignore these two, and complain on every page.
  ...(config.publicUrl?.startsWith('http:') ? { crossOriginOpenerPolicy: false, originAgentCluster: false } : {}),
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: config.publicUrl?.startsWith('https://') ? { maxAge: 31_536_000 } : false,
});

export async function installBrowserSecurity(app: FastifyInstance, config: Config): Promise<void> {
  app.decorateRequest('styleNonce', '');
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) {
      request.styleNonce = randomBytes(16).toString('base64');
      // helmet's directive functions see the raw request.
      (request.raw as { styleNonce?: string }).styleNonce = request.styleNonce;
      return;
    }
    if (isForeignOrigin(config, request)) throw new AppError('foreignOrigin');
  });
  if (config.apiHost === 'subdomain' && config.publicUrl !== null)
    await app.register(cors, {
      origin: [new URL(config.publicUrl).origin],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      allowedHeaders: ALLOWED_HEADERS,
      exposedHeaders: ['date', 'etag', 'retry-after', 'x-picket-console'],
      maxAge: 600,
      strictPreflight: false,
    });
  // Not by @fastify/helmet: it works the headers out again for each request, and a function that it adds to each reply kept a fifth
  // of all memory that requests take until the next full collection of garbage.
  const setPageHeaders = helmet(helmetOptions(config));
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.endpoint?.access === 'sentry') {
      reply.headers(DEVICE_HEADERS);
      done();
      return;
    }
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
    setPageHeaders(request.raw, reply.raw, () => done());
  });
}
