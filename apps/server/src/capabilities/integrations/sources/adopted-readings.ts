/** Which readings a message has for the sentries that are adopted, and whether their bridges are there. Pure. */
import type { AvailabilityRule } from '@picket/devices/announced';
import { observe, readAvailability } from '@picket/devices/read-state';
import { storedValueOf } from '@picket/devices/series-of';
import type { DecodedMessage } from '@picket/devices/value-rule';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { MappedEntity, Mapping } from '../mapping-store.ts';
import type { ObservedEntity } from './device-registry.ts';

/** After a bridge has started it repeats what it remembers, as if it were new. */
const REPETITION_MS = 10_000;

export interface AdoptedReading {
  readonly sentry: SentryActor;
  readonly readings: readonly {
    readonly sensorMetricId: string;
    readonly at: string;
    readonly values: Readonly<Record<string, number | null>>;
  }[];
}

interface Bridge {
  readonly rule: AvailabilityRule;
  isOnline: boolean | null;
  startedAt: Millis;
}

interface Adopted {
  readonly sentry: SentryActor;
  readonly entity: MappedEntity;
  readonly bridge: string | null;
}

export class AdoptedReadings {
  #byStateTopic = new Map<string, Adopted[]>();
  readonly #bridges = new Map<string, Bridge>();

  /** What is adopted, in place of what was. Bridges stay as they were seen. */
  replace(mappings: readonly { readonly sentry: SentryActor; readonly mapping: Mapping }[]): void {
    this.#byStateTopic = new Map();
    for (const { sentry, mapping } of mappings) {
      for (const entity of mapping.entities) {
        const { stateTopic } = entity.entity;
        const seen = this.#byStateTopic.get(stateTopic) ?? [];
        seen.push({ sentry, entity, bridge: mapping.bridge?.topic ?? null });
        this.#byStateTopic.set(stateTopic, seen);
      }
      if (mapping.bridge !== null && !this.#bridges.has(mapping.bridge.topic))
        this.#bridges.set(mapping.bridge.topic, {
          rule: mapping.bridge,
          isOnline: null,
          startedAt: Number.NEGATIVE_INFINITY,
        });
    }
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
    { own, now }: { readonly own: Millis | null; readonly now: Millis },
  ): readonly AdoptedReading[] {
    const at = formatInstant(own ?? now);
    const bySentry = Map.groupBy(this.#byStateTopic.get(topic) ?? [], ({ sentry }) => sentry.guid);
    return [...bySentry.values()].flatMap((adopted) => {
      const [first] = adopted;
      if (first === undefined || (own === null && this.#isRepetition(first.bridge, now))) return [];
      const readings = adopted.flatMap(({ entity }) => {
        const observation = observe(entity.entity, message);
        const value = observation === null ? undefined : storedValueOf(observation, entity);
        return value === undefined
          ? []
          : [{ sensorMetricId: entity.sensorMetricId, at, values: { [entity.column]: value } }];
      });
      return readings.length === 0 ? [] : [{ sentry: first.sentry, readings }];
    });
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
    return startedAt !== undefined && now - startedAt < REPETITION_MS;
  }
}
