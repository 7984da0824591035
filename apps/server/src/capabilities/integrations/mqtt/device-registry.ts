/** What is announced at a broker, and the values seen last. Pure, and bounded. */
import type { AnnouncedDevice, AnnouncedEntity, Announcement } from '@picket/devices/announced';
import { MAX_ENTITIES } from '@picket/devices/read-announcement';
import { type Observation, observe } from '@picket/devices/read-state';
import type { DecodedMessage } from '@picket/devices/value-rule';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { DiscoveredEntityRow, DiscoveredRow, SeenDevice } from '../discovered-store.ts';

const MAX_DEVICES = 5000;

interface KnownEntity {
  readonly guid: string;
  readonly topic: string;
  announced: AnnouncedEntity;
  observation: Observation | null;
  observedAt: string | null;
}

interface KnownDevice {
  readonly guid: string;
  announced: AnnouncedDevice;
  readonly firstSeenAt: string;
  lastSeenAt: string;
  isAdopted: boolean;
  readonly entities: Map<string, KnownEntity>;
}

export class DeviceRegistry {
  readonly #newGuid: () => string;
  readonly #devices = new Map<string, KnownDevice>();
  /** By the topic of an announcement, and by the topic of a state. */
  readonly #announcedAt = new Map<string, KnownDevice>();
  readonly #byStateTopic = new Map<string, Set<KnownDevice>>();
  readonly #changed = new Set<KnownDevice>();
  #gone: string[] = [];
  leftOut = 0;

  constructor(rows: readonly DiscoveredRow[], newGuid: () => string) {
    this.#newGuid = newGuid;
    for (const row of rows) {
      const device: KnownDevice = {
        guid: row.guid,
        announced: row.announced,
        firstSeenAt: formatInstant(row.firstSeenAt.getTime()),
        lastSeenAt: formatInstant(row.lastSeenAt.getTime()),
        isAdopted: row.sentry !== null,
        entities: new Map(row.entities.map((entity) => [entity.entityId, { ...entity }])),
      };
      this.#devices.set(row.identity, device);
      for (const entity of device.entities.values()) this.#index(device, entity);
    }
  }

  /** Which devices are adopted now. */
  setAdopted(guids: ReadonlySet<string>): void {
    for (const device of this.#devices.values()) device.isAdopted = guids.has(device.guid);
  }

  stateTopics(): Iterable<string> {
    return this.#byStateTopic.keys();
  }

  announcedDevices(): readonly AnnouncedDevice[] {
    return [...this.#devices.values()].map(({ announced }) => announced);
  }

  announce(topic: string, announcement: Announcement, now: Millis): void {
    if (announcement.kind === 'other') return;
    if (announcement.kind === 'left-out') {
      this.leftOut += 1;
      return;
    }
    if (announcement.kind === 'removed') {
      const device = this.#announcedAt.get(topic);
      if (device !== undefined) this.#replaceEntities(device, topic, []);
      return;
    }
    this.leftOut += announcement.leftOut.length;
    const device = this.#deviceFor(announcement.device, now);
    device.announced = announcement.device;
    this.#replaceEntities(device, topic, announcement.entities);
  }

  /** Notes the values that a message has for what is announced. */
  observeState(topic: string, message: DecodedMessage, at: Millis | null, now: Millis): void {
    for (const device of this.#byStateTopic.get(topic) ?? []) {
      device.lastSeenAt = formatInstant(now);
      for (const entity of device.entities.values()) {
        if (entity.announced.stateTopic !== topic) continue;
        const observation = observe(entity.announced, message);
        if (observation === null) continue;
        entity.observation = observation;
        entity.observedAt = at === null ? null : formatInstant(at);
      }
      this.#changed.add(device);
    }
  }

  /** What is to be stored, at most `limit`; what is announced no more. */
  takeChanges(limit: number): { readonly seen: readonly SeenDevice[]; readonly gone: readonly string[] } {
    const devices = [...this.#changed].slice(0, limit);
    for (const device of devices) this.#changed.delete(device);
    const gone = this.#gone;
    this.#gone = [];
    return { seen: devices.map(toSeen), gone };
  }

  #deviceFor(announced: AnnouncedDevice, now: Millis): KnownDevice {
    const known = this.#devices.get(announced.identity);
    if (known !== undefined) return known;
    if (this.#devices.size >= MAX_DEVICES) this.#dropOldest();
    const at = formatInstant(now);
    const device: KnownDevice = {
      guid: this.#newGuid(),
      announced,
      firstSeenAt: at,
      lastSeenAt: at,
      isAdopted: false,
      entities: new Map(),
    };
    this.#devices.set(announced.identity, device);
    return device;
  }

  #dropOldest(): void {
    for (const device of this.#devices.values()) {
      if (device.isAdopted) continue;
      this.leftOut += 1;
      for (const topic of new Set([...device.entities.values()].map((entity) => entity.topic)))
        this.#replaceEntities(device, topic, []);
      this.#drop(device);
      return;
    }
  }

  #replaceEntities(device: KnownDevice, topic: string, entities: readonly AnnouncedEntity[]): void {
    const before = new Map([...device.entities].filter(([, entity]) => entity.topic === topic));
    for (const [id, entity] of before) {
      device.entities.delete(id);
      this.#byStateTopic.get(entity.announced.stateTopic)?.delete(device);
    }
    for (const announced of entities) {
      if (device.entities.size >= MAX_ENTITIES) this.leftOut += 1;
      else {
        const { guid = this.#newGuid(), observation = null, observedAt = null } = before.get(announced.id) ?? {};
        device.entities.set(announced.id, { guid, topic, announced, observation, observedAt });
      }
    }
    if (entities.length === 0) this.#announcedAt.delete(topic);
    for (const entity of device.entities.values()) this.#index(device, entity);
    if (device.entities.size === 0 && !device.isAdopted) this.#drop(device);
    else this.#changed.add(device);
  }

  #drop(device: KnownDevice): void {
    this.#devices.delete(device.announced.identity);
    this.#changed.delete(device);
    this.#gone.push(device.guid);
  }

  #index(device: KnownDevice, { topic, announced: { stateTopic } }: KnownEntity): void {
    this.#announcedAt.set(topic, device);
    const seen = this.#byStateTopic.get(stateTopic) ?? new Set();
    this.#byStateTopic.set(stateTopic, seen.add(device));
  }
}

const toSeen = ({ guid, announced, firstSeenAt, lastSeenAt, entities }: KnownDevice): SeenDevice => ({
  guid,
  announced,
  firstSeenAt,
  lastSeenAt,
  entities: [...entities].map(([entityId, entity]): DiscoveredEntityRow => ({ entityId, ...entity })),
});
