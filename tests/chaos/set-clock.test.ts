/**
 * The machine's clock is set by an hour under a running server, under its Postgres, and under both, while sentries report:
 * every reading is stored in the end, none is refused for good, and nobody is called offline. Real processes, whose clock
 * libfaketime turns; where that is missing the test says that it did not run.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { binariesFolder } from '../../apps/cli/src/postgres/postgres-programs.ts';
import { createRunner, resolveIdentity } from '../../apps/cli/src/postgres/postgres-user.ts';
import { fetchHealth, METRICS_TOKEN } from '../support/fetch-health.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const WRONG_FOR_MS = process.env.PICKET_DEEP ? 45_000 : 10_000;
const SENTRIES = 3;

const library = libfaketime();
if (library === null)
  process.stdout.write('Clocks that are set are not tested: there is no faketime on this machine.\n');

function libfaketime(): string | null {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  const found = folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find((path) => existsSync(path));
  return found ?? null;
}

/** A clock of its own for a process: `env` is what it starts with, `set` turns it by whole seconds while it runs. */
function openClock(folder: string, name: string) {
  const file = join(folder, `${name}.clock`);
  const set = (seconds: number): void => {
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s\n`, { mode: 0o644 });
  };
  set(0);
  const env = {
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  return { env, set };
}

/** The embedded Postgres with a clock of its own. */
async function startSetPostgres(folder: string, env: Readonly<Record<string, string>>) {
  const made = await startPostgres(folder);
  made.stop();
  const data = join(folder, 'postgres');
  const binaries = await binariesFolder();
  const run = createRunner(resolveIdentity(data), [binaries, folder]);
  const pgCtl = (...args: string[]): void => {
    const options = { stdio: 'ignore' as const, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...env } };
    expect(run(join(binaries, 'pg_ctl'), args, options).status).toBe(0);
  };
  const settings = `-c listen_addresses=127.0.0.1 -c port=${made.port} -c unix_socket_directories='' -c timezone=UTC`;
  pgCtl('start', '-w', '-D', data, '-l', join(data, 'server.log'), '-o', settings);
  return { url: made.url, ownerUrl: made.ownerUrl, stop: () => pgCtl('stop', '-m', 'immediate', '-D', data) };
}

/** A sentry whose own clock is right; it keeps what is refused and sends it again. */
class TrueSentry {
  readonly #base: string;
  readonly #token: string;
  readonly guid: string;
  #kept: number[] = [];
  readonly stored: number[] = [];
  turnedAway = 0;
  rejected = 0;
  constructor(base: string, guid: string, token: string) {
    this.#base = base;
    this.guid = guid;
    this.#token = token;
  }
  get waiting(): number {
    return this.#kept.length;
  }
  async report(): Promise<void> {
    this.#kept.push(Date.now());
    const sent = [...this.#kept];
    const answer = await fetch(`${this.#base}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({
        sentAt: formatInstant(Date.now()),
        readings: sent.map((at) => ({
          sensorMetricId: 'environment_temperature',
          at: formatInstant(at),
          values: { value: 21 },
        })),
      }),
    });
    if (answer.status !== 200) {
      expect(answer.status).toBe(503);
      await answer.body?.cancel();
      this.turnedAway += 1;
      return;
    }
    const { rejected }: { rejected: unknown[] } = await answer.json();
    this.rejected += rejected.length;
    this.stored.push(...sent);
    this.#kept = this.#kept.filter((at) => !sent.includes(at));
  }
}

async function addSentries(server: RunningServer, folder: string): Promise<TrueSentry[]> {
  const sentries: TrueSentry[] = [];
  for (let place = 0; place < SENTRIES; place++) {
    const home = join(folder, `sentry-${place}`);
    const { sentry } = await newDevice(server.base, home, `Room ${place}`);
    const { token }: { token: string } = JSON.parse(readFileSync(join(home, 'identity.json'), 'utf8'));
    sentries.push(new TrueSentry(server.base, sentry, token));
  }
  return sentries;
}

async function live(sentries: readonly TrueSentry[], ms: number): Promise<void> {
  const until = performance.now() + ms;
  do {
    await Promise.all(sentries.map((sentry) => sentry.report()));
    await new Promise((resolve) => setTimeout(resolve, 250));
  } while (performance.now() < until);
}

/** A server and its Postgres, each with a clock of its own. */
async function openMachine(folder: string) {
  const [ofServer, ofPostgres] = [openClock(folder, 'server'), openClock(folder, 'postgres')];
  const postgres = await startSetPostgres(join(folder, 'data'), ofPostgres.env);
  const env = {
    ...ADMIN,
    ...ofServer.env,
    PICKET_METRICS_TOKEN: METRICS_TOKEN,
    PICKET_OWNER_DATABASE_URL: postgres.ownerUrl,
  };
  return { ofServer, ofPostgres, postgres, server: await startServer(postgres.url, { env }) };
}

type SetMachine = Awaited<ReturnType<typeof openMachine>>;

interface Turn {
  readonly what: 'the server' | 'Postgres' | 'both';
  /** By how many seconds each clock is wrong. */
  readonly server: number;
  readonly database: number;
}

const TURNS: readonly Turn[] = [3600, -3600].flatMap((seconds) => [
  { what: 'the server', server: seconds, database: 0 },
  { what: 'Postgres', server: 0, database: seconds },
  { what: 'both', server: seconds, database: seconds },
]);

/** Sets the clocks wrong for a while: reports are turned away, and stored once the clocks are right again. */
async function setClocks(
  { server, ofServer, ofPostgres }: SetMachine,
  sentries: readonly TrueSentry[],
  turn: Turn,
): Promise<void> {
  const before = sentries.map(({ turnedAway }) => turnedAway);
  ofServer.set(turn.server);
  ofPostgres.set(turn.database);
  await live(sentries, WRONG_FOR_MS + (turn.what === 'Postgres' ? 10_000 : 0));
  const { status, cause } = await fetchHealth(server.base);
  expect(cause, turn.what).toMatch(/clock/u);
  expect(status).toBe(503);
  ofServer.set(0);
  ofPostgres.set(0);
  await expect
    .poll(() => live(sentries, 0).then(() => sentries.every(({ waiting }) => waiting === 0)), {
      timeout: 60_000,
      interval: 250,
    })
    .toBe(true);
  for (const [place, sentry] of sentries.entries())
    expect(sentry.turnedAway, turn.what).toBeGreaterThan(before[place] ?? 0);
  await expect.poll(async () => (await fetchHealth(server.base)).status).toBe(204);
}

/** Every acknowledged reading is stored, none was refused for good, and nobody was called offline. */
async function expectNothingLost(client: pg.Client, sentries: readonly TrueSentry[]): Promise<void> {
  const all = sentries.flatMap(({ stored }) => stored);
  const { rows } = await client.query<{ sentry: string; at: Date }>(
    'SELECT s.sentry_guid AS sentry, r.at FROM reading r JOIN series s ON s.id = r.series_id',
  );
  const found = new Set(rows.map(({ sentry, at }) => `${sentry} ${at.getTime()}`));
  for (const { guid, stored } of sentries) for (const at of stored) expect(found.has(`${guid} ${at}`)).toBe(true);
  const { rows: offline } = await client.query(`SELECT message FROM alert WHERE policy_name = 'Sentry offline'`);
  const turnedAway = sentries.reduce((sum, sentry) => sum + sentry.turnedAway, 0);
  process.stdout.write(
    `${TURNS.length} times set: ${all.length} readings acknowledged, ${rows.length} stored, ${turnedAway} reports turned away, ${offline.length} called offline\n`,
  );
  expect(sentries.map(({ rejected }) => rejected)).toEqual([0, 0, 0]);
  expect(offline).toEqual([]);
}

test.runIf(library !== null)(
  'an hour ahead and an hour back, for the server, for Postgres and for both',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-set-clock-'));
    chmodSync(folder, 0o755);
    const machine = await openMachine(folder);
    const { postgres, server } = machine;
    const client = new pg.Client({ connectionString: postgres.url });
    try {
      await client.connect();
      const sentries = await addSentries(server, folder);
      await live(sentries, 2000);
      for (const turn of TURNS) await setClocks(machine, sentries, turn);
      await expectNothingLost(client, sentries);
    } finally {
      await client.end().catch(() => {});
      await server.stop();
      postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  900_000,
);
