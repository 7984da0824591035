/** The locations and sentries of the demo: created through the API where they are not there yet. */
import { join } from 'node:path';
import type { Client } from '@picket/contracts/client';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { DeviceClient } from '@picket/sentry';
import { LOCATIONS, REPORT_INTERVAL, type Room } from './demo-locations.ts';

export interface DemoSentry {
  readonly room: Room;
  readonly client: DeviceClient;
  readonly location: string;
  /** Where it keeps its token and what it has not sent yet. */
  readonly folder: string;
  readonly isNew: boolean;
}

export const serialNumberOf = ({ traits }: Room): string => `SIM-${traits.seed}`;

/** `base`: the server's address; `folder`: with one folder a sentry. */
export async function ensureDemoSentries(api: Client, base: string, folder: string): Promise<DemoSentry[]> {
  const { items: known } = await api('GET /locations', { query: { limit: 500 } });
  const sentries: DemoSentry[] = [];
  for (const { rooms, ...data } of LOCATIONS) {
    const location = known.find(({ name }) => name === data.name) ?? (await api('POST /locations', { body: data }));
    for (const room of rooms) sentries.push(await ensureSentry(api, base, folder, location.guid, room));
  }
  return sentries;
}

async function ensureSentry(
  api: Client,
  base: string,
  folder: string,
  location: string,
  room: Room,
): Promise<DemoSentry> {
  const own = join(folder, `${room.traits.seed}`);
  const client = new DeviceClient(base, own);
  const isNew = !client.isActivated;
  if (isNew) {
    const { activationCode } = await api('POST /locations/{guid}/sentries', {
      params: { guid: location },
      body: { name: room.sentry, reportIntervalSeconds: REPORT_INTERVAL },
    });
    await client.activate(activationCode, SIMULATED_MODEL, serialNumberOf(room));
    await pairFluidSensors(api, client, location, room.traits.fluidSensors ?? []);
  }
  return { room, client, location, folder: own, isNew };
}

/** Reports the sensors as discovered, then pairs them. */
async function pairFluidSensors(
  api: Client,
  client: DeviceClient,
  location: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const sensors = names.map((name) => {
    const [model = '', serialNumber = ''] = name.split('-');
    return { model, serialNumber, type: 'FLUID' } as const;
  });
  await client.discovered(sensors);
  await api('POST /locations/{guid}/sensors/subscribe', {
    params: { guid: location },
    body: {
      sensors: sensors.map(({ model, serialNumber, type }) => ({ model, serial_number: serialNumber, type })),
    },
  });
}
