/**
 * The server killed with -9 at random moments while the reference sentry's own loop replays a recording: every acknowledged
 * reading is in the database once, and the alerts equal those of a run without kills.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePassword } from '@picket/contracts/client';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Backlog } from '../apps/sentry/src/backlog.ts';
import { DeviceClient } from '../apps/sentry/src/device-client.ts';
import { runReporter } from '../apps/sentry/src/reporter.ts';
import type { Batch, Source } from '../apps/sentry/src/source.ts';
import { createTestDatabase } from './database.ts';
import { hourlyOfficeTemperatures } from './recorded-data.ts';
import { type RunningServer, startServer } from './server-process.ts';

const KILLS = process.env.PICKET_DEEP ? 100 : 20;
const PASSWORD = 'seven quiet rooms at night';
const ADMIN = { PICKET_ADMIN_EMAIL: 'admin@picket.example', PICKET_ADMIN_PASSWORD: PASSWORD };

const recorded = hourlyOfficeTemperatures();

/** The recording in small reports, sent when `more` says that the next may go. */
const recordingSource = (size: number, more: () => Promise<void>): Source => ({
  name: 'a recording',
  async *batches(_interval, signal): AsyncIterable<Batch> {
    const total = recorded.readings.length;
    for (let done = 0; done < total && !signal.aborted; done += size) {
      await more();
      const readings = recorded.readings
        .slice(done, done + size)
        .map(({ at, value }) => ({ sensorMetricId: 'environment_temperature', at, values: { value } }));
      yield { readings, progress: { done: Math.min(total, done + size), total }, catchingUp: done + size < total };
    }
  },
});

async function newDevice(server: RunningServer, folder: string): Promise<{ device: DeviceClient; sentry: string }> {
  const call = async <Body>(path: string, body: object, cookie = ''): Promise<{ body: Body; cookie: string }> => {
    const answer = await fetch(`${server.base}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return { body: (await answer.json()) as Body, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const { cookie } = await call('/auth/login', {
    username: ADMIN.PICKET_ADMIN_EMAIL,
    password: encodePassword(PASSWORD),
  });
  const location = await call<{ guid: string }>('/locations', { name: 'Office', timezone: 'UTC' }, cookie);
  const made = await call<{ guid: string; activationCode: string }>(
    `/locations/${location.body.guid}/sentries`,
    { name: 'Ceiling', reportIntervalSeconds: recorded.intervalSeconds },
    cookie,
  );
  const device = new DeviceClient(server.base, folder);
  await device.activate(made.body.activationCode, 'PT-1', 'S1');
  return { device, sentry: made.body.guid };
}

interface Found {
  readonly readings: readonly { at: number; value: number }[];
  readonly alerts: readonly unknown[];
  readonly steps: readonly unknown[];
}

async function found(url: string): Promise<Found> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const readings = await client.query<{ at: Date; value: number }>('SELECT at, value FROM reading ORDER BY at');
    const alerts = await client.query(
      `SELECT violation, state, corrected, started_at, raised_at, ended_at, cleared_at, conditions FROM alert
        WHERE policy_name <> 'Sentry offline' ORDER BY raised_at, violation`,
    );
    const steps = await client.query(
      `SELECT a.violation, a.raised_at, s.code, s.at FROM alert_step s JOIN alert a ON a.guid = s.alert_guid
        WHERE a.policy_name <> 'Sentry offline' ORDER BY a.raised_at, a.violation, s.at, s.id`,
    );
    return {
      readings: readings.rows.map(({ at, value }) => ({ at: at.getTime(), value })),
      alerts: alerts.rows,
      steps: steps.rows,
    };
  } finally {
    await client.end();
  }
}

/** Replays the recording; `disturb` runs beside it, and the last report waits until that is over. */
async function replay(
  url: string,
  disturb: (
    server: RunningServer,
    restart: (server: RunningServer) => Promise<RunningServer>,
  ) => Promise<RunningServer>,
): Promise<{ found: Found; acknowledged: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-kill-'));
  let server = await startServer(url, { env: ADMIN });
  const { port, dataDir } = server;
  const { device } = await newDevice(server, folder);
  let acknowledged = 0;
  let isOver = false;
  const disturbance = disturb(server, async (old) => {
    await old.kill();
    return startServer(url, { port, dataDir, env: ADMIN });
  }).then((last) => {
    server = last;
    isOver = true;
  });
  let left = Math.ceil(recorded.readings.length / 12);
  const source = recordingSource(12, async () => {
    left -= 1;
    // Spread the recording over the whole disturbance.
    if (!isOver) await Promise.race([disturbance, new Promise((resolve) => setTimeout(resolve, 25))]);
    if (left < 5) await disturbance;
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
    new AbortController().signal,
  );
  await disturbance;
  const result = await found(url);
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  return { found: result, acknowledged };
}

test(`killed ${KILLS} times: nothing acknowledged is lost or doubled, the alerts are those of a quiet run`, async () => {
  const calm = await createTestDatabase();
  const stormy = await createTestDatabase();
  try {
    const quiet = await replay(calm.url, async (server) => server);
    let kills = 0;
    const killed = await replay(stormy.url, async (server, restart) => {
      let current = server;
      while (kills < KILLS) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
        current = await restart(current);
        kills += 1;
      }
      return current;
    });
    console.log(
      `${kills} kills, ${killed.acknowledged} readings acknowledged, ${killed.found.readings.length} stored, ${killed.found.alerts.length} alerts`,
    );
    const expected = recorded.readings.map(({ at, value }) => ({ at, value }));
    expect(killed.acknowledged).toBeGreaterThanOrEqual(expected.length);
    expect(killed.found.readings).toEqual([...expected].sort((a, b) => a.at - b.at));
    expect(quiet.found.readings).toEqual(killed.found.readings);
    expect(quiet.found.alerts.length).toBeGreaterThan(3);
    expect(killed.found.alerts).toEqual(quiet.found.alerts);
    expect(killed.found.steps).toEqual(quiet.found.steps);
  } finally {
    await calm.drop();
    await stormy.drop();
  }
}, 600_000);
