/** An application whose routes fail where nothing catches it. A process of its own: error-containment.test.ts starts it. */
import { PassThrough } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { attributeRequests, containErrors, runOutsideRequests } from '../src/platform/http/error-containment.ts';
import { installErrorResponses } from '../src/platform/http/error-responses.ts';
import { createLog } from '../src/platform/logging/log.ts';

const log = createLog('info');
const loggerInstance: FastifyBaseLogger = log;
const app: FastifyInstance = Fastify({ loggerInstance, genReqId: () => crypto.randomUUID() });
attributeRequests(app);
installErrorResponses(app);
containErrors(
  log,
  (error) => {
    process.stdout.write(`fatal: ${error instanceof Error ? error.message : error}\n`);
    process.exit(7);
  },
  Number(process.argv[2]),
);

const never = new Promise<never>(() => {});
const fail = (): never => {
  throw new Error('deliberate');
};
app.get('/fine', async () => ({ pid: process.pid }));
app.get('/timer', () => {
  setTimeout(fail, 1);
  return never;
});
app.get('/rejection', () => {
  void Promise.resolve().then(fail);
  return never;
});
app.get('/stream-without-listener', () => {
  createBrotliDecompress().end('no brotli');
  return never;
});
app.get('/answered', async () => {
  setTimeout(fail, 20);
  return { pid: process.pid };
});
app.get('/half-answered', (_request, reply) => {
  const answer = new PassThrough();
  answer.write('the first half');
  setTimeout(fail, 50);
  return reply.send(answer);
});
app.get('/shared', () => {
  runOutsideRequests(() => setTimeout(fail, 1));
  return never;
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
process.on('disconnect', () => process.exit(0));
