/** Two organizations at a server that listens, and transactions that wait until they may store. */
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished } from 'vitest';
import { type Device, type Picket, type PicketOptions, picketForTest } from './harness.ts';

export interface Sent {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: number;
}

/** Two organizations at a server that listens. */
export interface World {
  readonly picket: Picket;
  readonly noisy: readonly Device[];
  readonly quiet: readonly Device[];
  /** Of the noisy organization, and has sent nothing. */
  readonly neighbor: Device;
  /** Sends a report with as many readings. */
  send(device: Device, readings: number, body?: string): Promise<Sent>;
}

export async function openWorld(environment: Record<string, string>, options: PicketOptions = {}): Promise<World> {
  const picket = await picketForTest({ environment, ...options });
  const base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const loud = await picket.addTenant('Loud');
  const loudRoom = await picket.addLocation('Loud room', loud.admin);
  const quietRoom = await picket.addLocation('Quiet room');
  const devicesAt = async (location: string, count: number, admin = picket.admin): Promise<readonly Device[]> => {
    const devices: Device[] = [];
    for (let device = 0; device < count; device++)
      devices.push(await picket.addDevice(location, { name: `Sentry ${device}` }, admin));
    return devices;
  };
  const [neighbor, ...noisy] = await devicesAt(loudRoom, 5, loud.admin);
  if (neighbor === undefined) throw new Error('there is no neighbor');
  let sent = 0;
  const send = async (device: Device, readings: number, body = reportOf(picket, readings, sent++)): Promise<Sent> => {
    const response = await fetch(`${base}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
      body,
    });
    const { code }: { code?: string } = JSON.parse(await response.text());
    return { status: response.status, code, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
  };
  return { picket, noisy, neighbor, quiet: await devicesAt(quietRoom, 2), send };
}

/** No two reports have a time in common. */
function reportOf({ clock }: Picket, readings: number, turn: number): string {
  const newest = clock.now() - turn * 10_000;
  return JSON.stringify({
    sentAt: formatInstant(clock.now()),
    readings: Array.from({ length: readings }, (_, place) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(newest - place * 10),
      values: { value: 20 },
    })),
  });
}

export const loadOf = ({ server }: Picket) => server.pipeline.ingestQueue.load;
export const waiting = ({ picket }: World, reports: number) => expect.poll(() => loadOf(picket).reports).toBe(reports);

/** Readings are stored from the returned call on; until then transactions wait. One is waiting already, for `device`. */
export async function closeGate({ picket, send }: World, device: Device): Promise<() => Promise<Sent>> {
  const { console: sql } = picket.platform.db;
  await sql.query('CREATE TABLE gate (open boolean)');
  // The trigger runs as the role of an organization where row-level security is on.
  await sql.query('GRANT SELECT ON gate TO PUBLIC');
  await sql.query(`
    CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      WHILE NOT EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN NULL;
    END $$`);
  await sql.query('CREATE TRIGGER gate BEFORE INSERT ON reading FOR EACH STATEMENT EXECUTE FUNCTION wait_for_gate()');
  const open = () => sql.query('INSERT INTO gate VALUES (true)');
  // Also where the test fails before: the server ends once everything is answered.
  onTestFinished(async () => void (await open()));
  const first = send(device, 1);
  await expect.poll(() => loadOf(picket)).toMatchObject({ reports: 0, transactions: 1 });
  return async () => {
    await open();
    return first;
  };
}
