/** The published client: built from the API document, type-checked, and used on a running server. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildApiDocument } from '@picket/contracts/document/build-api-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage, findTypeErrors } from '../../../packages/client/src/build-package.ts';
import type { createPicketClient } from '../../../packages/client/src/create-picket-client.ts';
import { picketForTest } from './harness.ts';

const MODULES = fileURLToPath(new URL('../../../packages/client/node_modules', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'picket-client-'));

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  symlinkSync(MODULES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await buildPackage(buildApiDocument(), folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('its types know paths, parameters, bodies, responses and errors', () => {
  const use = join(folder, 'use.ts');
  writeFileSync(
    use,
    `import { createPicketClient } from './index.js';
    const picket = createPicketClient({ baseUrl: 'http://localhost', token: 't' });
    const { data, error } = await picket.GET('/api/v1/alerts', { params: { query: { state: 'OPEN', limit: 10 } } });
    export const texts: string[] = data?.items.map(({ message }) => message) ?? [error?.code ?? ''];
    const at = '2026-03-02T10:00:00Z';
    const readings = [{ sensorMetricId: 'environment_temperature' as const, at, values: { value: 21.5 } }];
    export const sent = await picket.POST('/api/v1/sentry/telemetry', { body: { sentAt: at, readings } });
    export const counted: number | undefined = sent.data?.accepted;
    // @ts-expect-error there is no such path
    await picket.GET('/api/v1/nowhere');
    // @ts-expect-error there is no such kind
    await picket.GET('/api/v1/alerts', { params: { query: { kind: 'SLEEPING' } } });
    // @ts-expect-error the body lacks its time
    await picket.POST('/api/v1/sentry/telemetry', { body: { readings: [] } });
    `,
  );
  expect(findTypeErrors(use)).toEqual([]);
});

test('it lists, reports errors, and sends the token', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation('Vault');
  const { token } = await picket.addDevice(location);
  const baseUrl = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const built = (await import(pathToFileURL(join(folder, 'index.js')).href)) as {
    createPicketClient: typeof createPicketClient;
  };
  interface Paths {
    '/api/v1/sentry/telemetry': {
      post: {
        requestBody: { content: { 'application/json': object } };
        responses: { 200: { content: { 'application/json': { accepted: number } } } };
      };
    };
  }
  const client = built.createPicketClient<Paths>({ baseUrl, token });
  const at = '2026-03-02T10:00:00Z';
  const readings = [{ sensorMetricId: 'environment_temperature', at, values: { value: 21.5 } }];
  const { data } = await client.POST('/api/v1/sentry/telemetry', { body: { sentAt: at, readings } });
  expect(data).toMatchObject({ accepted: 1, rejected: [] });
  const refused = await built.createPicketClient<Paths>({ baseUrl }).POST('/api/v1/sentry/telemetry', { body: {} });
  expect(refused.response.status).toBe(401);
  expect(refused.error).toMatchObject({ code: 'unauthenticated' });
});
