/** What a server does not need while nothing happens is loaded when it is first used: it would take memory from small machines. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/database.ts';
import { ROOT, startServer } from '../support/server-process.ts';

/** Packages, and where they are installed. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@peculiar/x509': 'apps/server',
  '@prometheus-io/lezer-promql': 'apps/server',
  '@resvg/resvg-js': 'apps/server',
  '@scalar/fastify-api-reference': 'apps/server',
  '@simplewebauthn/server': 'apps/server',
  '@zxcvbn-ts/language-common': 'apps/server',
  aedes: 'apps/server',
  'age-encryption': 'apps/server',
  'csv-parse': 'apps/server',
  mqtt: 'packages/source-io',
  'net-snmp': 'packages/source-io',
  nodemailer: 'apps/server',
  'openid-client': 'apps/server',
  otplib: 'apps/server',
  'pg-copy-streams': 'apps/server',
  re2js: 'apps/server',
  standardwebhooks: 'apps/server',
  'web-push': 'apps/server',
  yauzl: 'apps/server',
  yazl: 'apps/server',
};
const FOLDERS = ['packages/contracts/src/document/', 'apps/server/src/capabilities/prometheus/promql/parse-'];
const Modules = z.array(z.string());

test('an idle server has not loaded what is rarely used', async () => {
  for (const [name, folder] of Object.entries(PACKAGES))
    expect(existsSync(join(ROOT, folder, 'node_modules', name)), `${name} in ${folder}`).toBe(true);
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'picket-modules-'));
  const file = join(folder, 'modules.json');
  try {
    const preload = pathToFileURL(join(ROOT, 'tests/support/list-modules.mjs')).href;
    const env = { NODE_OPTIONS: `--import=${preload}`, LOADED_MODULES: file };
    const server = await startServer(database.url, { env });
    await expect.poll(async () => (await fetch(`${server.base}/api/v1/health`)).status, { timeout: 60_000 }).toBe(204);
    await server.stop();
    const loaded = Modules.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(loaded.some((url) => url.includes('/node_modules/fastify/'))).toBe(true);
    const rare = [...Object.keys(PACKAGES).map((name) => `/node_modules/${name}/`), ...FOLDERS];
    expect(rare.filter((part) => loaded.some((url) => url.includes(part)))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});
