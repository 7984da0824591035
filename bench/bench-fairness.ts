/**
 * npm run bench:fairness: how long the reports of quiet sentries wait beside noisy ones, of another organization and of the same, that
 * send `--rate` readings a second, or with 0 as many as are answered. Measured alone; beside them; and while the same generator sends
 * as much to a receiver that stores nothing, since it takes processor time from Picket on the same machine: the last ratio is what the
 * noisy ones cost the quiet ones in Picket itself.
 *
 *   npm run bench:fairness -- --seconds 20 --quiet 50 --noisy 50 --readings 500 --connections 50 --rate 50000 --only tenants
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatformAt } from '@picket/cli/local-platform';
import { startPostgres } from '@picket/cli/postgres';
import { createAdministrator, provisionTenant } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { startServer } from '../tests/support/server-process.ts';
import { makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { type Noise, startNoise } from './lib/noise.ts';
import { type LoadDevice, load, percentile } from './lib/report-load.ts';
import { runBenches } from './lib/run-benches.ts';

const NOISY_OWNER = { email: 'noisy@picket.example', password: 'a benchmark is no place for secrets' };
/** Of a report of a quiet sentry. */
const QUIET_READINGS = 20;
const DEFAULTS = { seconds: 20, quiet: 50, noisy: 50, readings: 500, connections: 50, rate: 50_000 };

type Values = Readonly<typeof DEFAULTS>;

interface Waits {
  readonly p50: number;
  readonly p99: number;
}

/** Each quiet sentry sends a report a second. */
async function measureQuiet(
  title: string,
  { base, devices, seconds }: { base: string; devices: readonly LoadDevice[]; seconds: number },
): Promise<Waits> {
  const { latencies, refused, failures } = await load({
    base,
    devices,
    connections: devices.length,
    seconds,
    pace: devices.length,
  });
  const waits = { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
  console.log(
    `${title.padEnd(22)}p50 ${waits.p50.toFixed(1)} ms, p99 ${waits.p99.toFixed(1)} ms, worst ${Math.max(...latencies).toFixed(0)} ms of ${latencies.length} reports; ${refused} refused, ${failures} failed`,
  );
  return waits;
}

const printRatio = (title: string, waits: Waits, to: Waits): void =>
  console.log(
    `${title.padEnd(22)}p50 ${(waits.p50 / to.p50).toFixed(2)}, p99 ${(waits.p99 / to.p99).toFixed(2)} times as long`,
  );

async function addNoisyTenant(databaseUrl: string, dataDir: string): Promise<void> {
  const { platform, close } = await openPlatformAt(databaseUrl, dataDir);
  const tenant = await provisionTenant(platform, { name: 'Noisy' });
  await createAdministrator(platform, tenant, NOISY_OWNER);
  await close();
}

async function compare(
  { base, checkpoint }: { readonly base: string; readonly checkpoint: () => Promise<unknown> },
  devices: readonly LoadDevice[],
  noise: Noise,
  { seconds, readings, rate }: Values,
): Promise<void> {
  const quiet = { base, devices, seconds };
  const pace = rate > 0 ? { pace: rate / readings } : {};
  // Warms up, both of them.
  await Promise.all([load({ base, devices, connections: 8, seconds: 3 }), noise.send({ target: 'picket', seconds })]);
  // A new database makes each file of its log, which all commits wait for; after a checkpoint it uses them again.
  await checkpoint();
  const alone = await measureQuiet('alone', quiet);
  const [beside, loud] = await Promise.all([
    measureQuiet('beside the noisy one', quiet),
    noise.send({ target: 'picket', seconds, ...pace }),
  ]);
  const stored = loud.accepted / loud.seconds;
  console.log(
    `the noisy one         ${Math.round(stored * readings).toLocaleString('en')} readings/s stored, ${loud.refused} reports refused, ${loud.failures} failed`,
  );
  const [receiver] = await Promise.all([
    measureQuiet('beside a receiver', quiet),
    noise.send({ target: 'receiver', seconds, pace: stored }),
  ]);
  printRatio('noisy to alone', beside, alone);
  printRatio('receiver to alone', receiver, alone);
  printRatio('noisy to receiver', beside, receiver);
}

/** `owner`: of the noisy sentries. */
async function benchBeside(title: string, owner: typeof NOISY_OWNER, values: Values): Promise<void> {
  console.log(title);
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const postgres = await startPostgres(folder);
  const dataDir = join(folder, 'server');
  const server = await startServer(postgres.url, {
    dataDir,
    env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl },
  });
  const admin = openClient(postgres.adminUrl, 'script');
  await admin.connect();
  let noise: Noise | null = null;
  try {
    await addNoisyTenant(postgres.url, dataDir);
    const { base } = server;
    const { devices } = await makeSentries(base, values.quiet, QUIET_READINGS);
    const { noisy: sentries, readings, connections } = values;
    noise = await startNoise({ base, owner, sentries, readings, connections });
    await compare({ base, checkpoint: () => admin.query('CHECKPOINT') }, devices, noise, values);
  } finally {
    noise?.stop();
    await admin.end();
    await server.stop();
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const SAME_OWNER = { email: OWNER_ENV.PICKET_ADMIN_EMAIL, password: OWNER_ENV.PICKET_ADMIN_PASSWORD };

await runBenches(DEFAULTS, (values) => ({
  tenants: () => benchBeside('beside another organization', NOISY_OWNER, values),
  sentries: () => benchBeside('beside sentries of the same organization', SAME_OWNER, values),
}));
