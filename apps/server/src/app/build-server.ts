/** The application, apart from the process it runs in: tests build it and inject requests. */
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { MAX_BODY_BYTES } from '@picket/contracts/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { hasSessionCookie } from '../capabilities/auth/index.ts';
import type { Probes } from '../capabilities/self-monitoring/index.ts';
import { trustOption } from '../platform/config/trusted-proxies.ts';
import { installBrowserSecurity } from '../platform/http/browser-security.ts';
import { installCaching } from '../platform/http/caching.ts';
import { CONNECTION_TIMES, limitConnections } from '../platform/http/connections.ts';
import { attributeRequests } from '../platform/http/error-containment.ts';
import { installErrorResponses, respondUnrouted } from '../platform/http/error-responses.ts';
import { installFormBodies } from '../platform/http/form-bodies.ts';
import { installJsonBodies } from '../platform/http/json-bodies.ts';
import { installSockets } from '../platform/http/sockets.ts';
import { sourceOf } from '../platform/http/source-of.ts';
import { installUploadBodies } from '../platform/http/upload-bodies.ts';
import type { Platform } from '../platform/platform.ts';
import { installApiPage, serveApiDocument } from './api-document.ts';
import { registerCompression, serveConsole } from './console-files.ts';
import { registerRoutes } from './routes.ts';
import { Metrics } from './service-metrics.ts';
import { throttleReports } from './throttle-reports.ts';
import { throttleRequests } from './throttle-requests.ts';
import { type Pipeline, wirePipeline } from './wire-pipeline.ts';

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
    bodyLimit: MAX_BODY_BYTES,
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
  installJsonBodies(app);
  installFormBodies(app);
  installUploadBodies(app);
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request completed');
  });
  await installBrowserSecurity(app, config);
  await app.register(cookie);
  await installSockets(app, config);
  await registerCompression(app);
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => sourceOf(ip) });
  installCaching(app);
  await installApiPage(app);

  const metrics = new Metrics();
  const pipeline = wirePipeline(platform, probes, {
    onStored: (stored) => metrics.onReportsStored(stored),
    onThrottled: (reason) => metrics.onReportThrottled(reason),
  });
  metrics.install(app, platform, pipeline);
  await app.register(
    async (api) => {
      throttleRequests(api, config);
      throttleReports(api, pipeline.throttle, platform.clock);
      registerRoutes(api, platform, pipeline);
      serveApiDocument(api);
    },
    { prefix: '/api/v1' },
  );
  if (config.consoleDir !== null)
    await serveConsole(app, config.consoleDir, config, (request) => hasSessionCookie(platform, request));
  await app.ready();
  return { app, pipeline };
}
