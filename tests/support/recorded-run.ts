/** The reference sentry's own loop with a recording, against a real server; and what came of it in the database. */
import { encodePassword } from '@picket/contracts/client';
import pg from 'pg';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import type { Batch, Source } from '../../apps/sentry/src/source.ts';
import { decodeBlock } from '../../apps/server/src/capabilities/timeseries/chunk-codec.ts';
import { hourlyOfficeTemperatures } from './recorded-data.ts';

export const PASSWORD = 'seven quiet rooms at night';
export const ADMIN = {
  PICKET_ADMIN_EMAIL: 'admin@picket.example',
  PICKET_ADMIN_PASSWORD: PASSWORD,
  // That connections break is what this is about.
  PICKET_LOG_LEVEL: 'fatal',
};

export const recorded = hourlyOfficeTemperatures();

/** The recording in small reports, sent when `more` says that the next may go. */
export const recordingSource = (size: number, more: () => Promise<void>): Source => ({
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

/** What a browser would send back. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A sentry with a device, at a location of its own; `cookie`: of the administrator. */
export async function newDevice(
  base: string,
  folder: string,
  place = 'Office',
): Promise<{ device: DeviceClient; sentry: string; cookie: string; location: string }> {
  const call = async <Body>(path: string, body: object, cookie = ''): Promise<{ body: Body; cookie: string }> => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return { body: (await answer.json()) as Body, cookie: cookiesOf(answer) };
  };
  const { cookie } = await call('/auth/login', {
    username: ADMIN.PICKET_ADMIN_EMAIL,
    password: encodePassword(PASSWORD),
  });
  const location = await call<{ guid: string }>('/locations', { name: place, timezone: 'UTC' }, cookie);
  const made = await call<{ guid: string; activationCode: string }>(
    `/locations/${location.body.guid}/sentries`,
    { name: 'Ceiling', reportIntervalSeconds: recorded.intervalSeconds },
    cookie,
  );
  const device = new DeviceClient(base, folder);
  await device.activate(made.body.activationCode, 'PT-1', 'S1');
  return { device, sentry: made.body.guid, cookie, location: location.body.guid };
}

export interface Found {
  readonly readings: readonly { at: number; value: number }[];
  readonly alerts: readonly unknown[];
  readonly steps: readonly unknown[];
}

/** Readings, alerts and their timelines, at one instant. */
export async function found(url: string): Promise<Found> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // One look at all of it: the server goes on packing.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const rows = await client.query<{ at: Date; value: number }>('SELECT at, value FROM reading');
    // The recording is of long ago: whenever a server starts it begins to pack what is stored, and is killed at that as well.
    const chunks = await client.query<{ data: Buffer }>('SELECT data FROM reading_chunk');
    const packed = chunks.rows.flatMap(({ data }) => {
      const { at, value } = decodeBlock(data);
      return [...at].map((time, place) => ({ at: time, value: value[place] ?? Number.NaN }));
    });
    // Nothing is taken together: what was in both places would count twice.
    const readings = [...rows.rows.map(({ at, value }) => ({ at: at.getTime(), value })), ...packed];
    const alerts = await client.query(
      `SELECT violation, state, corrected, withdrawn, started_at, raised_at, ended_at, cleared_at, conditions FROM alert
        WHERE policy_name <> 'Sentry offline' ORDER BY raised_at, violation`,
    );
    const steps = await client.query(
      `SELECT a.violation, a.raised_at, s.code, s.at FROM alert_step s JOIN alert a ON a.guid = s.alert_guid
        WHERE a.policy_name <> 'Sentry offline' ORDER BY a.raised_at, a.violation, s.at, s.id`,
    );
    return {
      readings: readings.sort((a, b) => a.at - b.at),
      alerts: alerts.rows,
      steps: steps.rows,
    };
  } finally {
    await client.end();
  }
}
