/** A device as the registry of its source has it. Pure. */
import type { AnnouncedDevice, AnnouncedEntity } from '@picket/devices/announced';
import type { Observation } from '@picket/devices/read-state';
import { formatInstant } from '@picket/domain/time';
import type { DiscoveredEntityRow, DiscoveredRow, SeenDevice } from '../discovered-store.ts';

export interface KnownEntity {
  readonly guid: string;
  readonly topic: string;
  announced: AnnouncedEntity;
  observation: Observation | null;
  observedAt: string | null;
}

export interface KnownDevice {
  guid: string;
  announced: AnnouncedDevice;
  readonly firstSeenAt: string;
  lastSeenAt: string;
  /** The sentry it is adopted as. */
  sentry: string | null;
  /** A person set it aside: it is known for as long as it may come back. */
  isIgnored: boolean;
  unavailableSince: string | null;
  /** What each of its own availability topics said last. */
  readonly availability: Map<string, boolean>;
  readonly entities: Map<string, KnownEntity>;
}

export const isKept = ({ sentry, isIgnored }: KnownDevice): boolean => sentry !== null || isIgnored;

export const knownDeviceOf = (row: DiscoveredRow): KnownDevice => ({
  guid: row.guid,
  announced: row.announced,
  firstSeenAt: formatInstant(row.firstSeenAt.getTime()),
  lastSeenAt: formatInstant(row.lastSeenAt.getTime()),
  sentry: row.sentry,
  isIgnored: row.ignoredBy !== null,
  unavailableSince: row.unavailableSince === null ? null : formatInstant(row.unavailableSince.getTime()),
  availability: new Map(),
  entities: new Map(row.entities.map((entity) => [entity.entityId, { ...entity }])),
});

export const toSeen = ({
  guid,
  announced,
  unavailableSince,
  firstSeenAt,
  lastSeenAt,
  entities,
}: KnownDevice): SeenDevice => ({
  guid,
  announced,
  unavailableSince,
  firstSeenAt,
  lastSeenAt,
  entities: [...entities].map(([entityId, entity]): DiscoveredEntityRow => ({ entityId, ...entity })),
});
