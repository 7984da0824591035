/** The availability of the platform. Heartbeats are cached for a second: no notification says that one was stored. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { TtlCache } from '../../platform/ttl-cache.ts';
import { type Availability, availabilityOf } from './availability.ts';
import { listUptimes, type Uptime } from './uptime-store.ts';

const CACHE_MS: Millis = 1000;

export interface AvailabilitySource {
  availability(now: Millis): Promise<Availability>;
  /** Call after a heartbeat that may start another period of uptime. */
  forget(): void;
}

export function createAvailabilitySource(sql: Sql): AvailabilitySource {
  const cache = new TtlCache<'all', readonly Uptime[]>(CACHE_MS);
  return {
    availability: async (now) => availabilityOf(await cache.get('all', now, () => listUptimes(sql)), now),
    forget: () => cache.delete('all'),
  };
}
