/**
 * Sensors off the shelf of the demo: a simulated gateway with a Zigbee bridge and a server of UPSes, which the server reads as those of a
 * real one. Some are adopted, the others wait among the discovered devices.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, type Client } from '@picket/contracts/client';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import {
  Backlog,
  DeviceClient,
  GatewayClient,
  GatewayRunner,
  heartbeatSource,
  pause,
  runReporter,
} from '@picket/sentry';
import { BROKER_HOST, NUT_HOST, openDemoReader } from './demo-readers.ts';

/** By the names that they are announced with. */
export const ADOPTED_DEVICES = ['Leak sensor, drain', 'PDU, rack 1', 'ups-rack-1'];

const GATEWAY = 'Gateway, server room 2';
const HEARTBEAT_SECONDS = 30;
const ASK_MS = 1000;
/** Of an answer to an adoption that stays as it is: refused, gone, or adopted already. */
const DECIDED = [400, 404, 409];

type Source = BodyOf<'POST /integrations'>;
type Place = { readonly location: string; readonly folder: string };

async function ensureGateway(api: Client, base: string, { location, folder }: Place): Promise<DeviceClient> {
  const client = new DeviceClient(base, folder);
  if (client.isActivated) return client;
  const body = { name: GATEWAY, reportIntervalSeconds: HEARTBEAT_SECONDS };
  const { activationCode } = await api('POST /locations/{guid}/sentries', { params: { guid: location }, body });
  await client.activate(activationCode, 'Picket gateway', 'SIM-GATEWAY', true);
  return client;
}

/** What the gateway reads, where it is not there yet. */
async function ensureSources(api: Client, location: string, readBy: string): Promise<void> {
  const { items } = await api('GET /integrations', {});
  const sources: readonly Source[] = [
    { kind: 'MQTT', name: 'Zigbee bridge (simulated)', location, readBy, address: `mqtt://${BROKER_HOST}:1883` },
    { kind: 'NUT', name: 'UPSes (simulated)', location, readBy, host: NUT_HOST },
  ];
  for (const body of sources)
    if (!items.some(({ name }) => name === body.name)) await api('POST /integrations', { body });
}

async function gatewayGuid(api: Client): Promise<string> {
  const { items } = await api('GET /gateways', {});
  return items.find(({ name }) => name === GATEWAY)?.guid ?? '';
}

type Discovered = ResponseOf<'GET /discovered'>['items'][number];

/** Each of those that the demo has, once its values are there, unless a person has decided about it already. */
async function adoptSome(api: Client, { location, folder }: Place, signal: AbortSignal): Promise<void> {
  const file = join(folder, 'adopted');
  const wanted = new Set(existsSync(file) ? [] : ADOPTED_DEVICES);
  for (; wanted.size > 0 && !signal.aborted; await pause(ASK_MS, signal)) {
    const items = await api('GET /discovered', {}).then((found) => found.items, noneWhenRefused);
    for (const device of items)
      if (wanted.has(device.name) && (await adopt(api, location, device))) wanted.delete(device.name);
  }
  if (!signal.aborted) writeFileSync(file, '');
}

/** A server that is busy is asked again. */
function noneWhenRefused(error: unknown): readonly Discovered[] {
  if (!(error instanceof ApiError)) throw error;
  return [];
}

/** false: it has no values yet, or the server was busy. A person may have been faster, or have taken the name. */
async function adopt(
  api: Client,
  location: string,
  { guid, state, proposedName, entities }: Discovered,
): Promise<boolean> {
  const used = entities.filter(({ series }) => series !== undefined);
  if (!used.some(({ at }) => at !== undefined)) return false;
  if (state !== 'DISCOVERED') return true;
  const body = { location, name: proposedName, entities: used.map((entity) => entity.guid) };
  try {
    await api('POST /discovered/{guid}/adopt', { params: { guid }, body });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return DECIDED.includes(error.status);
  }
}

/** Creates what is not there yet, and returns what reads and adopts until the signal is aborted. `base`: the server's address. */
export async function openDemoDevices(
  api: Client,
  base: string,
  { location, folder }: Place,
): Promise<(signal: AbortSignal) => Promise<void>> {
  const own = { location, folder: join(folder, 'gateway') };
  const client = await ensureGateway(api, base, own);
  const guid = await gatewayGuid(api);
  // A person has removed it.
  if (guid === '') return async () => {};
  await ensureSources(api, location, guid);
  const runner = new GatewayRunner(new GatewayClient(client), own.folder, {}, undefined, openDemoReader);
  return async (signal) => {
    const backlog = new Backlog(join(own.folder, 'backlog'));
    await Promise.all([
      runner.run(signal),
      runReporter(client, backlog, heartbeatSource, HEARTBEAT_SECONDS, {}, signal),
      adoptSome(api, own, signal),
    ]);
  };
}
