/**
 * Devices that report without announcing themselves for Home Assistant: what a message says becomes an announcement and values, which take
 * the way of all others.
 */
import type { LeftOutReason } from '@picket/devices/announced';
import {
  type Format,
  type FormatReader,
  type FormatReading,
  type FormatValues,
  isDeviceKey,
} from '@picket/devices/formats/format';
import { FORMAT_FILTERS, FORMATS } from '@picket/devices/formats/known-formats';
import { announcementOf, isMeasuring, messageOf } from '@picket/devices/formats/named-values';
import { coversTopic, isPlainTopic } from '@picket/devices/topic-filters';
import type { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import type { FoundDevice } from '../sources/device-registry.ts';
import type { SeenSource } from '../sources/seen-source.ts';

/** After it another receiver speaks for a device that several hear. */
const SILENT_RECEIVER_MS: Millis = 600_000;
const MAX_RECEIVERS = 5000;

type Seen = Pick<SeenSource, 'registry' | 'adopted' | 'report'>;

export class FormatIntake {
  readonly #seen: Seen;
  readonly #readers: readonly FormatReader[];
  /** Of devices that several receivers may hear, the one that is listened to. */
  readonly #receivers = new Map<string, { readonly through: string; readonly at: Millis }>();
  /** The filters that the broker does not refuse. */
  #filters: ReadonlySet<string> = new Set(FORMAT_FILTERS);

  constructor(seen: Seen, formats: readonly Format[] = FORMATS) {
    this.#seen = seen;
    this.#readers = formats.map((format) => format.open());
  }

  /** A new connection: every filter is asked for again. */
  connected(now: Millis): void {
    this.#filters = new Set(FORMAT_FILTERS);
    for (const reader of this.#readers) reader.connected?.(now);
  }

  /** One filter that a broker allows nobody leaves the others as they are. */
  refused(filter: string, now: Millis): void {
    this.#filters = new Set([...this.#filters].filter((one) => one !== filter));
    this.#seen.registry.leftOut.add(filter, 'SUBSCRIPTION_REFUSED', now);
  }

  /** Whether a topic needs no subscription of its own: a filter covers it, or it is the key of a device and no topic. */
  covers(topic: string): boolean {
    return isDeviceKey(topic) || [...this.#filters].some((filter) => coversTopic(filter, topic));
  }

  /** Topics beside the filters. */
  topics(): readonly string[] {
    return this.#readers.flatMap((reader) => [...(reader.topics?.() ?? [])]);
  }

  /** Notes why a message at a topic of a format is not read; of other topics nothing. */
  leaveOut(topic: string, reason: LeftOutReason, now: Millis): void {
    if (this.covers(topic)) this.#seen.registry.leftOut.add(topic, reason, now);
  }

  /** What was read; null: it is in none of the formats. */
  take(topic: string, message: DecodedMessage, isRetained: boolean, now: Millis): FormatReading | null {
    if (!isPlainTopic(topic)) return null;
    const { registry } = this.#seen;
    for (const reader of this.#readers) {
      const known = (deviceKey: string) => registry.deviceAt(deviceKey);
      const reading = reader.read({ topic, message, receivedAt: now, known });
      if (reading === null) continue;
      if (reading.kind === 'left-out') registry.leftOut.add(topic, reading.reason, now);
      const several = reading.kind === 'several' ? reading.readings : reading.kind === 'values' ? [reading] : [];
      for (const values of several) this.#takeValues(topic, values, isRetained, now);
      return reading;
    }
    return null;
  }

  #takeValues(topic: string, reading: FormatValues, isRetained: boolean, now: Millis): void {
    const { registry, adopted } = this.#seen;
    const { deviceKey } = reading;
    const known = this.#deviceFor(topic, reading, now);
    if (known === 'announced-elsewhere' || !this.#isListenedTo(reading, now)) return;
    const identity = known?.device.identity ?? reading.device.identity;
    const announcement = announcementOf({ ...reading, device: { ...reading.device, identity } }, known);
    if (announcement !== null) {
      // What says things about itself alone is no sensor.
      if (known === null && !reading.values.some(isMeasuring)) return;
      registry.announce(deviceKey, announcement, now);
    }
    if (isRetained || !reading.isReading) {
      // A broker repeats what it kept at each connection: it says less than what was seen since.
      const unseen = reading.values.filter(({ id }) => known?.seen.has(id) !== true);
      if (unseen.length > 0) registry.observeState(deviceKey, messageOf(unseen), null, now);
      return;
    }
    const values = messageOf(reading.values);
    registry.observeState(deviceKey, values, reading.at ?? now, now);
    for (const report of adopted.readingsOf(deviceKey, values, { own: reading.at, now }))
      void this.#seen.report(report);
  }

  /**
   * What is known of the device. What is announced for Home Assistant is found by its announcement, and not a second time; a device that is
   * adopted stays what it was adopted as.
   */
  #deviceFor(
    topic: string,
    { deviceKey, device, values }: FormatValues,
    now: Millis,
  ): FoundDevice | null | 'announced-elsewhere' {
    const { registry } = this.#seen;
    const known = registry.deviceAt(deviceKey);
    if (known?.isAdopted === true) return known;
    const isAnnouncedElsewhere = registry.isStateTopic(topic) && values.some(({ deviceClass }) => deviceClass !== null);
    const isAnother = known !== null && known.device.identity !== device.identity;
    if (known !== null && (isAnnouncedElsewhere || isAnother)) registry.announce(deviceKey, { kind: 'removed' }, now);
    return isAnnouncedElsewhere ? 'announced-elsewhere' : isAnother ? null : known;
  }

  /** Of several receivers one is listened to, until it is silent: each advertisement is one reading. */
  #isListenedTo({ deviceKey, through }: FormatValues, now: Millis): boolean {
    if (through === null) return true;
    const before = this.#receivers.get(deviceKey);
    // Where the clock was set back since, the other one is listened to at once.
    const isSilent = before === undefined || now < before.at || now - before.at >= SILENT_RECEIVER_MS;
    if (!isSilent && before.through !== through) return false;
    this.#receivers.set(deviceKey, { through, at: now });
    const [oldest] = this.#receivers.keys();
    if (this.#receivers.size > MAX_RECEIVERS && oldest !== undefined) this.#receivers.delete(oldest);
    return true;
  }
}
