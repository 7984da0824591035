/**
 * The messages of one request to a webhook, against what the database knows of their devices. Nothing is kept in this process, so that any
 * server process may take any message.
 */
import type { FormatReading } from '@picket/devices/formats/format';
import { HTTP_FORMATS } from '@picket/devices/formats/over-http';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { type DiscoveredRow, deleteDevices, devicesAbout, saveSeen } from '../discovered-store.ts';
import { actorsOf, mappingsOf } from '../mapping-store.ts';
import { FormatIntake } from '../mqtt/format-intake.ts';
import { type AdoptedReading, AdoptedReadings } from '../sources/adopted-readings.ts';
import { DeviceRegistry, MAX_DEVICES, type ObservedEntity } from '../sources/device-registry.ts';
import type { LeftOut } from '../sources/left-out.ts';
import type { HookMessage } from './hook-messages.ts';
import { newestWithin } from './hook-reading-store.ts';
import { countDevices, deleteOldestDevices, type HookRow } from './hook-store.ts';

export interface Taken {
  readonly devices: number;
  readonly adopted: number;
  /** What is to be stored of the adopted ones. */
  readonly reports: readonly AdoptedReading[];
}

/** Stores what was seen; the webhook has to be locked. What is left out is noted in `leftOut`. */
export async function takeHookMessages(
  sql: Sql,
  { tenant, guid }: HookRow,
  messages: readonly HookMessage[],
  leftOut: LeftOut,
  now: Millis,
): Promise<Taken> {
  const about = devicesIn(messages, now);
  const rows = await devicesAbout(sql, tenant, guid, about);
  const registry = new DeviceRegistry(rows, newGuid, leftOut);
  registry.setKept(rows);
  const adopted = await adoptedOf(sql, tenant, rows, about);
  const reports: AdoptedReading[] = [];
  const report = async (one: AdoptedReading): Promise<void> => void reports.push(one);
  const intake = new FormatIntake({ registry, adopted, report }, HTTP_FORMATS);
  const keys = new Set<string>();
  for (const { topic, message } of messages) {
    const reading = intake.take(topic, message, false, now);
    if (reading === null) leftOut.add(topic, 'UNKNOWN_FORMAT', now);
    if (reading?.kind === 'values') keys.add(reading.deviceKey);
  }
  await saveChanges(sql, { tenant, guid }, registry, new Set(rows.map((row) => row.guid)), now);
  const found = [...keys].flatMap((key) => registry.deviceAt(key) ?? []);
  return { devices: found.length, adopted: found.filter(({ isAdopted }) => isAdopted).length, reports };
}

/** Which devices messages are about, with their own times, and which of them several are about: read once without knowing any. */
function devicesIn(messages: readonly HookMessage[], now: Millis) {
  const topics = new Set<string>();
  const repeated = new Set<string>();
  const named = new Map<string, Millis | null>();
  const identities = new Set<string>();
  const known = (deviceKey: string): null => {
    topics.add(deviceKey);
    return null;
  };
  const readers = HTTP_FORMATS.map((format) => format.open());
  for (const { topic, message } of messages) {
    let reading: FormatReading | null = null;
    for (const reader of readers) reading ??= reader.read({ topic, message, receivedAt: now, known });
    if (reading?.kind !== 'values') continue;
    const { deviceKey } = reading;
    if (named.has(deviceKey)) repeated.add(deviceKey);
    named.set(deviceKey, reading.at ?? null);
    topics.add(deviceKey);
    identities.add(reading.device.identity);
  }
  return { topics: [...topics], identities: [...identities], repeated, named };
}

async function adoptedOf(
  sql: Sql,
  tenant: string,
  rows: readonly DiscoveredRow[],
  { repeated, named }: Pick<ReturnType<typeof devicesIn>, 'repeated' | 'named'>,
): Promise<AdoptedReadings> {
  const adopted = new AdoptedReadings();
  const devices = new Map(rows.flatMap((row) => (row.sentry === null ? [] : [[row.sentry, row]])));
  const guids = [...devices.keys()];
  if (guids.length === 0) return adopted;
  const sentries = await actorsOf(sql, tenant, guids);
  const mappings = await mappingsOf(sql, tenant, guids);
  const known = [];
  for (const sentry of sentries) {
    const mapping = mappings.get(sentry.guid);
    if (mapping === undefined) continue;
    const row = devices.get(sentry.guid);
    const observed = observedBefore(row, repeated);
    // Only a message of the same instant as the one before can have its place.
    const again = (row?.entities ?? []).find(
      ({ topic, observedAt }) => observedAt !== null && named.get(topic) === Date.parse(observedAt),
    );
    const at = again === undefined ? null : (named.get(again.topic) ?? null);
    const stored = at === null ? [] : await newestWithin(sql, tenant, sentry.guid, at);
    known.push({ sentry, mapping, observed, stored });
  }
  adopted.replace(known);
  return adopted;
}

/**
 * What a request before has read of a device, so that a change within the same instant is stored beside it. The messages of one request about
 * one device have an order of their own: sent again, each has the instant that it had.
 */
function observedBefore(row: DiscoveredRow | undefined, repeated: ReadonlySet<string>): readonly ObservedEntity[] {
  return (row?.entities ?? []).flatMap(({ entityId: id, topic, observation, observedAt }) =>
    observation === null || observedAt === null || repeated.has(topic)
      ? []
      : [{ id, observation, at: Date.parse(observedAt) }],
  );
}

async function saveChanges(
  sql: Sql,
  { tenant, guid }: Pick<HookRow, 'tenant' | 'guid'>,
  registry: DeviceRegistry,
  known: ReadonlySet<string>,
  now: Millis,
): Promise<void> {
  const { seen, gone } = registry.takeChanges(MAX_DEVICES);
  const added = seen.filter((device) => !known.has(device.guid)).length;
  if (added > 0) {
    const over = (await countDevices(sql, tenant, guid)) + added - MAX_DEVICES;
    const dropped = over > 0 ? await deleteOldestDevices(sql, tenant, guid, over) : [];
    for (const identity of dropped) registry.leftOut.add(identity, 'OVER_LIMIT', now);
  }
  if (gone.length > 0) await deleteDevices(sql, tenant, gone);
  if (seen.length > 0) await saveSeen(sql, tenant, guid, seen);
}
