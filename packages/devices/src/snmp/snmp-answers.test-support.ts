/** What a device would answer, and what is stored of it. */
import type { AnnouncedEntity } from '../announced.ts';
import { offersFor } from '../metric-offer.ts';
import { observe } from '../read-state.ts';
import { sensorMetricIdOf, storedValueOf } from '../series-of.ts';
import { DecodedMessage } from '../value-rule.ts';
import type { Profile } from './device-profile.ts';
import { columnsOf } from './profiles.ts';
import { type SnmpValue, snmpDevicesOf } from './snmp-devices.ts';

export type Sent = Readonly<Record<string, number | string | 'counter'>>;

/** Identifiers with their row, as an agent lists them. */
export function answersOf(profile: Profile, sent: Sent) {
  const { single, rows } = columnsOf(profile);
  const answers = new Map<string, Map<string, SnmpValue>>();
  for (const [oid, value] of Object.entries(sent)) {
    const column = [...single, ...rows].find((one) => oid.startsWith(`${one}.`));
    if (column === undefined) continue;
    const found = answers.get(column) ?? new Map<string, SnmpValue>();
    found.set(
      oid.slice(column.length + 1),
      value === 'counter'
        ? { kind: 'other' }
        : typeof value === 'number'
          ? { kind: 'number', value }
          : { kind: 'text', value },
    );
    answers.set(column, found);
  }
  return answers;
}

/** By device, what is stored of each series; undefined: refused. */
export function stored(profile: Profile, sent: Sent, known: readonly AnnouncedEntity[] = []) {
  const asked = { host: '10.0.0.5', pollSeconds: 30, known: () => known };
  return Object.fromEntries(
    snmpDevicesOf(profile, answersOf(profile, sent), 'rack', asked).map(({ found: { announcement, messages } }) => {
      const decoded = new DecodedMessage(messages[0].message);
      const offers = offersFor(announcement.entities);
      const values = announcement.entities.flatMap((entity) => {
        const offer = offers.get(entity.id);
        const observation = observe(entity, decoded);
        if (offer?.kind !== 'metric' || observation === null) return [];
        const sensorMetricId = sensorMetricIdOf(offer.metric, { model: null, identity: 'x', integration: 'i' });
        return [[`${sensorMetricId}.${offer.column}`, storedValueOf(observation, { ...offer, sensorMetricId })]];
      });
      return [announcement.device.name, Object.fromEntries(values)];
    }),
  );
}
