/** One state of an adopted device, from its text to the readings that are ingested, beside JSON.parse of the same text. */
import { offersFor } from '@picket/devices/metric-offer';
import { readAnnouncement } from '@picket/devices/read-announcement';
import { sensorMetricIdOf } from '@picket/devices/series-of';
import { DecodedMessage } from '@picket/devices/value-rule';
import { AdoptedReadings } from '@picket/server/benchmarks';
import { announcementsOf, READINGS_OF_STATE, stateOf } from './adopted-devices.ts';
import type { Message } from './message-publisher.ts';

const DEVICES = 100;
const SLICES = 30;
type Adopted = Parameters<AdoptedReadings['replace']>[0][number];

export async function benchMapping(turns: number): Promise<void> {
  const adopted = new AdoptedReadings();
  adopted.replace(Array.from({ length: DEVICES }, (_, index) => adoptedDevice(index)));
  const states = Array.from({ length: 21 * DEVICES }, (_, turn) => stateOf(turn % DEVICES, turn));
  const now = Date.now();
  const map = ({ topic, payload }: Message, index: number): number => {
    const [report] = adopted.readingsOf(topic, new DecodedMessage(payload), { own: null, now: now + index });
    return report?.readings.length ?? 0;
  };
  const parse = ({ payload }: Message): number => Object.keys(JSON.parse(payload)).length;
  if (states.some((state, index) => map(state, index) !== READINGS_OF_STATE))
    throw new Error('a state has other readings');
  let [parsed, mapped] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The quickest of many short turns: others are those in which something else ran, or code was compiled.
  for (let turn = 0; turn < turns * SLICES; turn += 1) {
    parsed = Math.min(parsed, microseconds(states, parse));
    mapped = Math.min(mapped, microseconds(states, map));
  }
  console.log(`JSON.parse             ${parsed.toFixed(2)} µs a message of ${states[0]?.payload.length} bytes`);
  console.log(`mapped to ${READINGS_OF_STATE} readings   ${mapped.toFixed(2)} µs`);
  console.log(`ratio                  ${(mapped / parsed).toFixed(2)}`);
}

function microseconds(states: readonly Message[], work: (state: Message, index: number) => number): number {
  const began = performance.now();
  let sum = 0;
  for (const [index, state] of states.entries()) sum += work(state, index);
  if (sum === 0) throw new Error('nothing was done');
  return ((performance.now() - began) * 1000) / states.length;
}

/** As it is adopted: with each of its entities that becomes a series of a sensor that measures. */
function adoptedDevice(index: number): Adopted {
  const announced = announcementsOf(index).flatMap(({ topic, payload }) => {
    const announcement = readAnnouncement(topic, payload, 'homeassistant');
    return announcement.kind === 'announced' ? announcement : [];
  });
  const entities = announced.flatMap((one) => one.entities);
  const { model = null, identity = '' } = announced[0]?.device ?? {};
  const offers = offersFor(entities);
  const mapped = entities.flatMap((entity) => {
    const offer = offers.get(entity.id);
    if (offer?.kind !== 'metric' || entity.name === 'battery_low' || entity.name === 'tamper') return [];
    const { metric, column, conversion } = offer;
    return [
      { entity, sensorMetricId: sensorMetricIdOf(metric, { model, identity, integration: '' }), column, conversion },
    ];
  });
  const sentry = {
    kind: 'sentry',
    guid: `sentry ${index}`,
    tenant: 'tenant',
    location: 'location',
    reportIntervalSeconds: 60,
    clockSkewed: false,
    monitorRevision: 0,
    credentialHash: Buffer.alloc(0),
  } as const;
  return { sentry, mapping: { entities: mapped, bridge: null } };
}
