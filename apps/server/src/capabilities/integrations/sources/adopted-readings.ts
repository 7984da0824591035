/** Which readings a message has for the sentries that are adopted, and whether their bridges are there. Pure. */
import type { AvailabilityRule } from '@picket/devices/announced';
import { observe, readAvailability } from '@picket/devices/read-state';
import { rangeOf, storedValueIn, storedValueOf } from '@picket/devices/series-of';
import type { DecodedMessage } from '@picket/devices/value-rule';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { MappedEntity, Mapping } from '../mapping-store.ts';
import type { ObservedEntity } from './device-registry.ts';
import { distinctInstant, type LastReading, noReading } from './distinct-instants.ts';
import { RecentInstants } from './recent-instants.ts';

/** After a bridge has started it repeats what it remembers, as if it were new. */
const REPETITION_MS = 10_000;

interface Reading {
  readonly sensorMetricId: string;
  readonly at: string;
  readonly values: Readonly<Record<string, number | null>>;
}

export interface AdoptedReading {
  readonly sentry: SentryActor;
  readonly readings: readonly Reading[];
}

interface Bridge {
  readonly rule: AvailabilityRule;
  isOnline: boolean | null;
  startedAt: Millis;
}

/** What a sentry has at one topic. */
interface Adopted {
  readonly sentry: SentryActor;
  readonly bridge: string | null;
  readonly entities: AdoptedEntity[];
}

/** With what belongs to its series: it is looked up once, and not for every message. */
interface AdoptedEntity {
  readonly mapped: MappedEntity;
  readonly range: ReturnType<typeof rangeOf>;
  readonly last: LastReading;
}

/** A stored reading of a series. */
interface StoredReading {
  readonly series: string;
  readonly at: Millis;
  readonly value: number | null;
}

/**
 * A sentry that is adopted; `observed`: what its device said last, where another process may have read it; `stored`: the newest readings
 * within the second of that.
 */
interface AdoptedSentry {
  readonly sentry: SentryActor;
  readonly mapping: Mapping;
  readonly observed?: readonly ObservedEntity[];
  readonly stored?: readonly StoredReading[];
}

/** The reading that was read of an entity before. */
function readBefore(
  mapped: MappedEntity,
  { observed, stored }: Required<Pick<AdoptedSentry, 'observed' | 'stored'>>,
): LastReading {
  const found = observed.find(({ id }) => id === mapped.entity.id);
  const value = found === undefined ? undefined : storedValueOf(found.observation, mapped);
  if (found === undefined || value === undefined) return noReading();
  const newest = stored.find(({ series }) => series === `${mapped.sensorMetricId} ${mapped.column}`);
  if (newest === undefined) return { sent: found.at, at: found.at, value };
  // What was observed after it is still to be stored, or could not be: sent again, it follows it.
  return { sent: found.at, at: newest.value === value ? newest.at : newest.at + 1, value };
}

/** An object with a name that is known beforehand is made in a quarter of the time, and most columns have this one. */
const valuesOf = (column: string, value: number | null): Reading['values'] =>
  column === 'value' ? { value } : { [column]: value };

export class AdoptedReadings {
  /** Each sentry with what it has at a topic. */
  #byStateTopic = new Map<string, Map<string, Adopted>>();
  /** Of each series of a sentry. */
  #last = new Map<string, LastReading>();
  readonly #bridges = new Map<string, Bridge>();
  readonly #instants = new RecentInstants();

  /** What is adopted, in place of what was. Bridges that are still used stay as they were seen. */
  replace(mappings: readonly AdoptedSentry[]): void {
    const before = this.#last;
    this.#last = new Map();
    this.#byStateTopic = new Map();
    for (const { sentry, mapping, observed = [], stored = [] } of mappings) {
      for (const mapped of mapping.entities) {
        const { stateTopic } = mapped.entity;
        const sentries = this.#byStateTopic.get(stateTopic) ?? new Map<string, Adopted>();
        const adopted = sentries.get(sentry.guid) ?? { sentry, bridge: mapping.bridge?.topic ?? null, entities: [] };
        const series = `${sentry.guid} ${mapped.sensorMetricId} ${mapped.column}`;
        const last = this.#last.get(series) ?? before.get(series) ?? readBefore(mapped, { observed, stored });
        this.#last.set(series, last);
        adopted.entities.push({ mapped, range: rangeOf(mapped.sensorMetricId, mapped.column), last });
        this.#byStateTopic.set(stateTopic, sentries.set(sentry.guid, adopted));
      }
      if (mapping.bridge !== null && !this.#bridges.has(mapping.bridge.topic))
        this.#bridges.set(mapping.bridge.topic, {
          rule: mapping.bridge,
          isOnline: null,
          startedAt: Number.NEGATIVE_INFINITY,
        });
    }
    const used = new Set(mappings.map(({ mapping }) => mapping.bridge?.topic));
    for (const topic of [...this.#bridges.keys()]) if (!used.has(topic)) this.#bridges.delete(topic);
  }

  stateTopics(): Iterable<string> {
    return this.#byStateTopic.keys();
  }

  bridgeTopics(): Iterable<string> {
    return this.#bridges.keys();
  }

  /** Whether no bridge says that it is gone. */
  get areBridgesThere(): boolean {
    return [...this.#bridges.values()].every(({ isOnline }) => isOnline !== false);
  }

  /** Notes what a bridge says of itself. */
  observeBridge(topic: string, message: DecodedMessage, isRetained: boolean, now: Millis): void {
    const bridge = this.#bridges.get(topic);
    const isOnline = bridge === undefined ? null : readAvailability(bridge.rule, message);
    if (bridge === undefined || isOnline === null) return;
    // Said live, it has just started; kept by the broker, it started at some time before.
    if (isOnline && !isRetained) bridge.startedAt = now;
    bridge.isOnline = isOnline;
  }

  /** The readings of a state that was not kept by the broker. `own`: the time that it says itself; null: none. */
  readingsOf(
    topic: string,
    message: DecodedMessage,
    time: { readonly own: Millis | null; readonly now: Millis },
  ): readonly AdoptedReading[] {
    const reports: AdoptedReading[] = [];
    for (const { sentry, bridge, entities } of this.#byStateTopic.get(topic)?.values() ?? []) {
      if (time.own === null && this.#isRepetition(bridge, time.now)) continue;
      const readings: Reading[] = [];
      for (const { mapped, range, last } of entities) {
        const observation = observe(mapped.entity, message);
        const value = observation === null ? undefined : storedValueIn(range, mapped.conversion, observation);
        if (value === undefined) continue;
        const at = this.#instants.format(distinctInstant(last, value, time));
        readings.push({ sensorMetricId: mapped.sensorMetricId, at, values: valuesOf(mapped.column, value) });
      }
      if (readings.length > 0) reports.push({ sentry, readings });
    }
    return reports;
  }

  /** The readings of what was observed of a sentry's device before its mapping was known here. */
  readingsOfObserved(sentry: SentryActor, mapping: Mapping, observed: readonly ObservedEntity[]): AdoptedReading {
    const readings = mapping.entities.flatMap((entity) => {
      const found = observed.find(({ id }) => id === entity.entity.id);
      if (found === undefined || this.#isRepetition(mapping.bridge?.topic ?? null, found.at)) return [];
      const value = storedValueOf(found.observation, entity);
      const at = formatInstant(found.at);
      return value === undefined
        ? []
        : [{ sensorMetricId: entity.sensorMetricId, at, values: { [entity.column]: value } }];
    });
    return { sentry, readings };
  }

  #isRepetition(bridge: string | null, now: Millis): boolean {
    const startedAt = bridge === null ? undefined : this.#bridges.get(bridge)?.startedAt;
    // Before that: the clock was set back since.
    return startedAt !== undefined && now >= startedAt && now - startedAt < REPETITION_MS;
  }
}
