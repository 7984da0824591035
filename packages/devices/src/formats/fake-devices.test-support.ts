/** What is found at devices, as the intake of a broker keeps it. */
import type { AnnouncedDevice, AnnouncedEntity } from '../announced.ts';
import { offersFor } from '../metric-offer.ts';
import { observe } from '../read-state.ts';
import { storedValueOf } from '../series-of.ts';
import { DecodedMessage } from '../value-rule.ts';
import type { Format, FormatReader, FormatReading, FormatValues } from './format.ts';
import { announcementOf, messageOf } from './named-values.ts';

export const NOW = Date.UTC(2026, 2, 2, 12);

/** Why nothing becomes of entities, by name. */
const shownOffers = (entities: readonly AnnouncedEntity[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...offersFor(entities)].flatMap(([id, offer]) => (offer.kind === 'none' ? [[id, offer.reason]] : [])),
  );

export class FakeDevices {
  readonly reader: FormatReader;
  readonly #devices = new Map<string, { device: AnnouncedDevice; entities: readonly AnnouncedEntity[] }>();
  readonly #messages: DecodedMessage[] = [];
  last = new DecodedMessage('');

  constructor(format: Format, reader = format.open()) {
    this.reader = reader;
  }

  read(topic: string, sent: unknown): FormatReading | null {
    const message = new DecodedMessage(typeof sent === 'string' ? sent : JSON.stringify(sent));
    const known = (deviceKey: string) => this.#devices.get(deviceKey) ?? null;
    const reading = this.reader.read({ topic, message, receivedAt: NOW, known });
    if (reading?.kind !== 'values') return reading;
    const announcement = announcementOf(reading, known(reading.deviceKey));
    if (announcement?.kind === 'announced') this.#devices.set(reading.deviceKey, announcement);
    this.last = messageOf(reading.values);
    this.#messages.push(this.last);
    return reading;
  }

  /** What must be values. */
  take(topic: string, sent: unknown): FormatValues {
    const reading = this.read(topic, sent);
    if (reading?.kind !== 'values') throw new Error(`no values: ${JSON.stringify(reading)}`);
    return reading;
  }

  all(): readonly string[] {
    return [...this.#devices.keys()];
  }

  entities(deviceKey: string): readonly AnnouncedEntity[] {
    return this.#devices.get(deviceKey)?.entities ?? [];
  }

  /** The last values of everything, by name. */
  values(): Readonly<Record<string, number | boolean>> {
    const found: [string, number | boolean][] = [];
    for (const entity of this.all().flatMap((deviceKey) => this.entities(deviceKey))) {
      const seen = this.#messages.flatMap((message) => observe(entity, message) ?? []).at(-1);
      if (seen?.kind === 'number') found.push([entity.id, seen.value]);
      if (seen?.kind === 'state') found.push([entity.id, seen.isOn]);
    }
    return Object.fromEntries(found);
  }

  /** What would be stored, by series. */
  stored(): Readonly<Record<string, number | null>> {
    const found: (readonly [string, number | null])[] = [];
    for (const deviceKey of this.all()) {
      const offers = offersFor(this.entities(deviceKey));
      for (const entity of this.entities(deviceKey)) {
        const offer = offers.get(entity.id);
        if (offer?.kind !== 'metric') continue;
        const { metric, column, conversion } = offer;
        const sensorMetricId = metric.startsWith('fluid_') ? `fluid-a-b_${metric.slice('fluid_'.length)}` : metric;
        for (const message of this.#messages) {
          const observation = observe(entity, message);
          const value =
            observation === null ? undefined : storedValueOf(observation, { sensorMetricId, column, conversion });
          if (value !== undefined) found.push([`${metric}.${column}`, value]);
        }
      }
    }
    return Object.fromEntries(found);
  }

  /** What would be stored, and why nothing becomes of the rest. */
  found(): Readonly<Record<string, number | null | string>> {
    return {
      ...this.stored(),
      ...Object.assign({}, ...this.all().map((deviceKey) => shownOffers(this.entities(deviceKey)))),
    };
  }
}
