/**
 * The server, and Postgres under it, killed with -9 at random moments while the reference sentry's own loop replays a
 * recording: every acknowledged reading is in the database once, and the alerts equal those of a run without kills.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { Backlog } from '../../apps/sentry/src/backlog.ts';
import { runReporter } from '../../apps/sentry/src/reporter.ts';
import { killPostgres } from '../support/kill-postgres.ts';
import { ADMIN, type Found, found, newDevice, recorded, recordingSource } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const KILLS = process.env.PICKET_DEEP ? 100 : 20;
/** Of Postgres, among them. */
const DATABASE_KILLS = process.env.PICKET_DEEP ? 10 : 5;
const REPORT_SIZE = 12;

interface Progress {
  /** How much of the disturbance is over, 0 to 1. */
  share: number;
}

/** Replays the recording, spread over the whole of `disturb`; the last reports wait until that is over. */
async function replay(
  url: string,
  disturb: (
    server: RunningServer,
    restart: (server: RunningServer) => Promise<RunningServer>,
    progress: Progress,
  ) => Promise<RunningServer>,
): Promise<{ found: Found; acknowledged: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-kill-'));
  let server = await startServer(url, { env: ADMIN });
  const { port, dataDir } = server;
  const { device } = await newDevice(server.base, folder);
  const progress: Progress = { share: 0 };
  let acknowledged = 0;
  const disturbance = disturb(
    server,
    async (old) => {
      await old.kill();
      return startServer(url, { port, dataDir, env: ADMIN });
    },
    progress,
  ).then((last) => {
    server = last;
    progress.share = 1;
  });
  // A disturbance that fails ends the replay, which would wait for it for ever.
  const stop = new AbortController();
  disturbance.catch(() => stop.abort());
  const total = Math.ceil(recorded.readings.length / REPORT_SIZE);
  let sent = 0;
  const source = recordingSource(REPORT_SIZE, async () => {
    sent += 1;
    // A little ahead of the kills, so that there is always something on its way.
    while (progress.share < 1 && !stop.signal.aborted && sent > total * progress.share + 3)
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
  await runReporter(
    device,
    new Backlog(join(folder, 'backlog')),
    source,
    3600,
    {
      sent: ({ readings }) => {
        acknowledged += readings;
      },
    },
    stop.signal,
  );
  await disturbance;
  const result = await found(url);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  return { found: result, acknowledged };
}

/** Two fresh databases of one Postgres of this test's own. */
async function databases(postgres: EmbeddedPostgres): Promise<{ calm: string; stormy: string }> {
  const admin = new pg.Client({ connectionString: postgres.adminUrl });
  await admin.connect();
  for (const name of ['calm', 'stormy']) await admin.query(`CREATE DATABASE ${name} OWNER picket`);
  await admin.end();
  const named = (name: string): string => postgres.url.replace(/\/picket$/u, `/${name}`);
  return { calm: named('calm'), stormy: named('stormy') };
}

test(`${KILLS} kills of the server, ${DATABASE_KILLS} of Postgres: nothing acknowledged is lost or doubled, the alerts are those of a quiet run`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-kill-postgres-'));
  let postgres = await startPostgres(folder);
  try {
    const { calm, stormy } = await databases(postgres);
    const quiet = await replay(calm, async (server) => server);
    let kills = 0;
    let databaseKills = 0;
    const killed = await replay(stormy, async (server, restart, progress) => {
      let current = server;
      while (kills < KILLS) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
        if (databaseKills / DATABASE_KILLS <= kills / KILLS && databaseKills < DATABASE_KILLS) {
          // The server loses its database under its feet, and has it back a moment later.
          await killPostgres(folder);
          postgres = await startPostgres(folder, postgres.port);
          databaseKills += 1;
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
        }
        current = await restart(current);
        kills += 1;
        progress.share = Math.min(0.99, kills / KILLS);
      }
      return current;
    });
    console.log(
      `${kills} kills of the server, ${databaseKills} of Postgres, ${killed.acknowledged} readings acknowledged, ${killed.found.readings.length} stored, ${killed.found.alerts.length} alerts`,
    );
    const expected = recorded.readings.map(({ at, value }) => ({ at, value }));
    expect(databaseKills).toBe(DATABASE_KILLS);
    expect(killed.acknowledged).toBeGreaterThanOrEqual(expected.length);
    expect(killed.found.readings).toEqual([...expected].sort((a, b) => a.at - b.at));
    expect(quiet.found.readings).toEqual(killed.found.readings);
    expect(quiet.found.alerts.length).toBeGreaterThan(3);
    expect(killed.found.alerts).toEqual(quiet.found.alerts);
    expect(killed.found.steps).toEqual(quiet.found.steps);
  } finally {
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 3_000_000);
