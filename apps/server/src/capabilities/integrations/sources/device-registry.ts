/** What is announced at a source, and the values seen last. Pure, and bounded. A topic of a source that is polled is the name of a device. */
import type { AnnouncedDevice, AnnouncedEntity, Announcement } from '@picket/devices/announced';
import { ownAvailabilityOf } from '@picket/devices/bridge-topics';
import { MAX_ENTITIES } from '@picket/devices/read-announcement';
import { type Observation, observe, readAvailability } from '@picket/devices/read-state';
import type { DecodedMessage } from '@picket/devices/value-rule';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { DiscoveredRow, SeenDevice } from '../discovered-store.ts';
import { isKept, type KnownDevice, type KnownEntity, knownDeviceOf, toSeen } from './known-device.ts';
import { LeftOut } from './left-out.ts';
import { TopicIndex } from './topic-index.ts';

/** Of one integration. */
export const MAX_DEVICES = 5000;
/** Of one integration: about 1 kB of memory each. */
export const MAX_VALUES = 50_000;

export interface ObservedEntity {
  /** Of the entity, as it is announced. */
  readonly id: string;
  readonly observation: Observation;
  readonly at: Millis;
}

export interface FoundDevice {
  readonly device: AnnouncedDevice;
  /** Those that are announced at this topic. */
  readonly entities: readonly AnnouncedEntity[];
  readonly isAdopted: boolean;
  /** The entities of which a value was seen. */
  readonly seen: ReadonlySet<string>;
}

export class DeviceRegistry {
  readonly #newGuid: () => string;
  readonly #devices = new Map<string, KnownDevice>();
  /** By the topic of an announcement, and by the topic of a state. */
  readonly #announcedAt = new Map<string, KnownDevice>();
  readonly #byStateTopic = new TopicIndex<KnownDevice>();
  readonly #byAvailabilityTopic = new TopicIndex<KnownDevice>();
  readonly #changed = new Set<KnownDevice>();
  /** Sentries whose device went or came back. */
  readonly #availabilityChanged = new Set<string>();
  #gone: string[] = [];
  /** Entities of all devices. */
  #values = 0;
  readonly leftOut: LeftOut;

  constructor(rows: readonly DiscoveredRow[], newGuid: () => string, leftOut = new LeftOut()) {
    this.#newGuid = newGuid;
    this.leftOut = leftOut;
    for (const row of rows) this.#add(row);
  }

  #add(row: DiscoveredRow): void {
    const device = knownDeviceOf(row);
    this.#devices.set(row.identity, device);
    this.#values += device.entities.size;
    for (const entity of device.entities.values()) this.#index(device, entity);
    this.#indexAvailability(device, true);
  }

  /** Which devices are adopted now, and as which sentries, and which are ignored. */
  setKept(rows: readonly DiscoveredRow[]): void {
    const stored = new Map(rows.map((row) => [row.guid, row]));
    for (const device of this.#devices.values()) {
      const { sentry = null, ignoredBy = null } = stored.get(device.guid) ?? {};
      stored.delete(device.guid);
      device.sentry = sentry;
      device.isIgnored = ignoredBy !== null;
      // Its announcement was withdrawn while it was kept: nothing else takes it along.
      if (!isKept(device) && device.entities.size === 0) this.#drop(device);
    }
    for (const row of stored.values()) if (row.sentry !== null || row.ignoredBy !== null) this.#keepStored(row);
  }

  /** A device that was announced no more when a person began to keep it: its row stays, and no other may have its identity. */
  #keepStored(row: DiscoveredRow): void {
    const device = this.#devices.get(row.identity);
    if (device === undefined) {
      this.#add(row);
      return;
    }
    device.guid = row.guid;
    device.sentry = row.sentry;
    device.isIgnored = row.ignoredBy !== null;
    this.#changed.add(device);
  }

  /** What was observed last of each entity of an adopted device, where that was after an instant. */
  observedAfter(sentry: string, after: Millis): readonly ObservedEntity[] {
    return [...this.#devices.values()]
      .filter((device) => device.sentry === sentry)
      .flatMap(({ entities }) =>
        [...entities].flatMap(([id, { observation, observedAt }]) => {
          const at = observedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(observedAt);
          return observation === null || at <= after ? [] : [{ id, observation, at }];
        }),
      );
  }

  availabilityTopics(): Iterable<string> {
    return this.#byAvailabilityTopic.topics();
  }

  stateTopics(): Iterable<string> {
    return this.#byStateTopic.topics();
  }

  /** The topics that announce something now. */
  announcementTopics(): Iterable<string> {
    return this.#announcedAt.keys();
  }

  /** What is announced at a topic; null: nothing. */
  deviceAt(topic: string): FoundDevice | null {
    const device = this.#announcedAt.get(topic);
    if (device === undefined) return null;
    const entities = [...device.entities.values()].filter((entity) => entity.topic === topic);
    return {
      device: device.announced,
      entities: entities.map(({ announced }) => announced),
      isAdopted: device.sentry !== null,
      seen: new Set(entities.flatMap(({ announced: { id }, observation }) => (observation === null ? [] : id))),
    };
  }

  /** Whether something is announced whose state is at a topic. */
  isStateTopic(topic: string): boolean {
    return this.#byStateTopic.has(topic);
  }

  announce(topic: string, announcement: Announcement, now: Millis): void {
    if (announcement.kind === 'other') return;
    if (announcement.kind === 'left-out') {
      this.leftOut.add(topic, announcement.reason, now);
      return;
    }
    if (announcement.kind === 'removed') {
      const device = this.#announcedAt.get(topic);
      if (device !== undefined) this.#replaceEntities(device, topic, [], now);
      return;
    }
    for (const reason of announcement.leftOut) this.leftOut.add(topic, reason, now);
    // What measures nothing that Picket reads is no device.
    if (announcement.entities.length === 0 && !this.#devices.has(announcement.device.identity)) return;
    const device = this.#deviceFor(announcement.device, now);
    this.#indexAvailability(device, false);
    const before = new Set(ownAvailabilityOf(device.announced).map((rule) => rule.topic));
    device.announced = announcement.device;
    this.#indexAvailability(device, true);
    for (const rule of ownAvailabilityOf(device.announced)) before.delete(rule.topic);
    for (const dropped of before) device.availability.delete(dropped);
    // What a topic said that speaks for the device no more counts no more.
    if (before.size > 0) this.#reviewAvailability(device, now);
    const overLimit = this.#replaceEntities(device, topic, announcement.entities, now);
    for (let count = 0; count < overLimit; count++) this.leftOut.add(topic, 'OVER_LIMIT', now);
  }

  /** Notes what is said of devices at one of their own availability topics; a kept message is as good as a new one. */
  observeAvailability(topic: string, message: DecodedMessage, now: Millis): void {
    for (const device of this.#byAvailabilityTopic.at(topic)) {
      for (const rule of ownAvailabilityOf(device.announced)) {
        const isAvailable = rule.topic === topic ? readAvailability(rule, message) : null;
        if (isAvailable !== null) device.availability.set(topic, isAvailable);
      }
      this.#reviewAvailability(device, now);
    }
  }

  #reviewAvailability(device: KnownDevice, now: Millis): void {
    const isGone = [...device.availability.values()].includes(false);
    if (isGone === (device.unavailableSince !== null)) return;
    device.unavailableSince = isGone ? formatInstant(now) : null;
    this.#changed.add(device);
    if (device.sentry !== null) this.#availabilityChanged.add(device.sentry);
  }

  /**
   * Notes the values that a message has for what is announced. `at`: null for what the broker had kept. That replaces no value whose time is
   * known: over MQTT 3.1.1 it arrives again with every connection, however old it is.
   */
  observeState(topic: string, message: DecodedMessage, at: Millis | null, now: Millis): void {
    for (const device of this.#byStateTopic.at(topic)) {
      const observedAt = at === null ? null : formatInstant(at);
      if (at !== null) device.lastSeenAt = formatInstant(now);
      for (const entity of device.entities.values()) {
        if (entity.announced.stateTopic !== topic || (at === null && entity.observedAt !== null)) continue;
        const observation = observe(entity.announced, message);
        if (observation === null) continue;
        entity.observation = observation;
        entity.observedAt = observedAt;
      }
      this.#changed.add(device);
    }
  }

  /** Notes that the values of a topic are unknown. */
  forgetState(topic: string, at: Millis): void {
    for (const device of this.#byStateTopic.at(topic)) {
      for (const entity of device.entities.values()) {
        const { observation } = entity;
        if (entity.announced.stateTopic !== topic || observation === null || observation.kind === 'unknown') continue;
        entity.observation = { kind: 'unknown' };
        entity.observedAt = formatInstant(at);
        this.#changed.add(device);
      }
    }
  }

  /** What is to be stored, at most `limit`; what is announced no more. */
  takeChanges(limit: number): {
    readonly seen: readonly SeenDevice[];
    readonly gone: readonly string[];
    readonly availabilityChanged: readonly string[];
    /** They are to be stored still. */
    readonly undo: () => void;
  } {
    // Those that went or came back first: an alert may wait for it.
    const isUrgent = ({ sentry }: KnownDevice): boolean => this.#availabilityChanged.has(sentry ?? '');
    const devices = [...this.#changed].sort((a, b) => Number(isUrgent(b)) - Number(isUrgent(a))).slice(0, limit);
    for (const device of devices) this.#changed.delete(device);
    const availabilityChanged = devices.flatMap(({ sentry }) =>
      this.#availabilityChanged.delete(sentry ?? '') ? (sentry ?? []) : [],
    );
    const gone = this.#gone;
    this.#gone = [];
    const undo = (): void => {
      for (const device of devices) this.#changed.add(device);
      for (const sentry of availabilityChanged) this.#availabilityChanged.add(sentry);
      this.#gone.push(...gone);
    };
    return { seen: devices.map(toSeen), gone, availabilityChanged, undo };
  }

  #deviceFor(announced: AnnouncedDevice, now: Millis): KnownDevice {
    const known = this.#devices.get(announced.identity);
    if (known !== undefined) return known;
    if (this.#devices.size >= MAX_DEVICES) this.#dropOldest(null, now);
    const at = formatInstant(now);
    const device: KnownDevice = {
      guid: this.#newGuid(),
      announced,
      firstSeenAt: at,
      lastSeenAt: at,
      sentry: null,
      isIgnored: false,
      unavailableSince: null,
      availability: new Map(),
      entities: new Map(),
    };
    this.#devices.set(announced.identity, device);
    return device;
  }

  /** Makes room: the oldest device that is neither adopted nor ignored goes. Returns whether there was one, `kept` aside. */
  #dropOldest(kept: KnownDevice | null, now: Millis): boolean {
    for (const device of this.#devices.values()) {
      if (isKept(device) || device === kept) continue;
      const [first] = device.entities.values();
      this.leftOut.add(first?.topic ?? '', 'OVER_LIMIT', now);
      for (const topic of new Set([...device.entities.values()].map((entity) => entity.topic)))
        this.#replaceEntities(device, topic, [], now);
      // Its last value takes it along; this one had none.
      if (this.#devices.get(device.announced.identity) === device) this.#drop(device);
      return true;
    }
    return false;
  }

  #hasRoomFor(device: KnownDevice, now: Millis): boolean {
    if (device.entities.size >= MAX_ENTITIES) return false;
    while (this.#values >= MAX_VALUES) if (!this.#dropOldest(device, now)) return false;
    return true;
  }

  /** Returns how many were too many. */
  #replaceEntities(device: KnownDevice, topic: string, entities: readonly AnnouncedEntity[], now: Millis): number {
    let overLimit = 0;
    const before = new Map([...device.entities].filter(([, entity]) => entity.topic === topic));
    const topics = new Set([topic]);
    for (const id of before.keys()) this.#removeEntity(device, id);
    for (const announced of entities) {
      if (!this.#hasRoomFor(device, now)) overLimit += 1;
      else {
        const { guid = this.#newGuid(), observation = null, observedAt = null } = before.get(announced.id) ?? {};
        const elsewhere = this.#removeEntity(device, announced.id);
        if (elsewhere !== null) topics.add(elsewhere.topic);
        device.entities.set(announced.id, { guid, topic, announced, observation, observedAt });
        this.#values += 1;
      }
    }
    for (const one of topics) if (this.#announcedAt.get(one) === device) this.#announcedAt.delete(one);
    for (const entity of device.entities.values()) this.#index(device, entity);
    if (device.entities.size === 0 && !isKept(device)) this.#drop(device);
    else this.#changed.add(device);
    return overLimit;
  }

  /** Other entities may have its topics: they are to be indexed again. */
  #removeEntity(device: KnownDevice, id: string): KnownEntity | null {
    const entity = device.entities.get(id) ?? null;
    if (device.entities.delete(id)) this.#values -= 1;
    if (entity !== null) this.#byStateTopic.remove(entity.announced.stateTopic, device);
    return entity;
  }

  #drop(device: KnownDevice): void {
    this.#devices.delete(device.announced.identity);
    this.#indexAvailability(device, false);
    this.#changed.delete(device);
    this.#gone.push(device.guid);
  }

  #indexAvailability(device: KnownDevice, isWanted: boolean): void {
    for (const { topic } of ownAvailabilityOf(device.announced)) {
      if (isWanted) this.#byAvailabilityTopic.add(topic, device);
      else this.#byAvailabilityTopic.remove(topic, device);
    }
  }

  #index(device: KnownDevice, { topic, announced: { stateTopic } }: KnownEntity): void {
    this.#announcedAt.set(topic, device);
    this.#byStateTopic.add(stateTopic, device);
  }
}
