/** The application, apart from the process it runs in: tests build it and inject requests. */
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Probes } from '../capabilities/self-monitoring/index.ts';
import { installBrowserSecurity } from '../platform/http/browser-security.ts';
import { installCaching } from '../platform/http/caching.ts';
import { CONNECTION_TIMES, limitConnections } from '../platform/http/connections.ts';
import { attributeRequests } from '../platform/http/error-containment.ts';
import { installErrorResponses, respondUnrouted } from '../platform/http/error-responses.ts';
import { installJsonBodies } from '../platform/http/json-bodies.ts';
import { sourceOf } from '../platform/http/source-of.ts';
import { trustOption } from '../platform/http/trusted-proxies.ts';
import type { Platform } from '../platform/platform.ts';
import { installApiDocument } from './api-document.ts';
import { registerCompression, serveConsole } from './console-files.ts';
import { registerRoutes } from './routes.ts';
import { createMetrics } from './service-metrics.ts';
import { type Pipeline, wirePipeline } from './wire-pipeline.ts';

const MAX_BODY = 4 * 1_048_576;
/** A whole location is set up from one address, and an activation code is far harder to guess than a password. */
const ACTIVATIONS_PER_SIGN_IN = 20;

/** Endpoints that take a secret from, or send mail for, somebody who is not signed in. */
const RATE_LIMITED_AUTH_ROUTES = [
  'login',
  'login/tenant',
  'login/mfa',
  'oidc/start',
  'oidc/finish',
  'confirm',
  'change-password',
  'forgot-password',
  'reset-password/:token',
  'finish-signup/:token',
];

export interface Server {
  readonly app: FastifyInstance;
  readonly pipeline: Pipeline;
}

export async function buildServer(platform: Platform, probes?: Probes): Promise<Server> {
  const { config } = platform;
  const log: FastifyBaseLogger = platform.log;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOption(config.trustProxy),
    bodyLimit: MAX_BODY,
    ...CONNECTION_TIMES,
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: respondUnrouted,
    routerOptions: {
      caseSensitive: true,
      ignoreDuplicateSlashes: false,
      ignoreTrailingSlash: false,
      maxParamLength: 300,
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  attributeRequests(app);
  limitConnections(app, config.connections, platform.log);
  installErrorResponses(app);
  installJsonBodies(app, MAX_BODY);
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request completed');
  });
  await installBrowserSecurity(app, config);
  await app.register(cookie);
  await registerCompression(app);
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => sourceOf(ip) });
  installCaching(app);
  await installApiDocument(app);

  const metrics = createMetrics();
  const pipeline = wirePipeline(platform, probes, metrics.onReportsStored);
  metrics.install(app, platform, pipeline);
  await app.register(
    async (api) => {
      // Attempts are limited before any hashing starts. Each process counts for itself.
      const signInLimit = Math.max(1, Math.ceil(config.signInRateLimit / config.workers));
      const limits = new Map([
        ...RATE_LIMITED_AUTH_ROUTES.map((url) => [`/api/v1/auth/${url}`, signInLimit] as const),
        // Anybody may report a crash, but not flood the log.
        ['/api/v1/uilog', signInLimit],
        ['/api/v1/feedback', signInLimit],
        ['/api/v1/links/:token', signInLimit],
        ['/api/v1/sentry/activate', signInLimit * ACTIVATIONS_PER_SIGN_IN],
      ]);
      const limiters = new Map([...limits].map(([url, max]) => [url, api.rateLimit({ max, timeWindow: 60_000 })]));
      api.addHook('onRequest', async function (request, reply) {
        const { url = '', method } = request.routeOptions;
        if (method === 'POST') await limiters.get(url)?.call(this, request, reply);
      });
      registerRoutes(api, platform, pipeline);
      api.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
    },
    { prefix: '/api/v1' },
  );
  if (config.consoleDir !== null) await serveConsole(app, config.consoleDir, config.apiHost, config.links);
  await app.ready();
  return { app, pipeline };
}
