/** The availability of the platform, cached for a second: no notification says that a heartbeat was stored. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { TtlCache } from '../../platform/ttl-cache.ts';
import { type Availability, availabilityOf } from './availability.ts';
import { listUptimes } from './uptime-store.ts';

const CACHE_MS: Millis = 1000;

export interface AvailabilitySource {
  availability(now: Millis): Promise<Availability>;
  /** Call after a heartbeat that may start another period of uptime. */
  forget(): void;
}

export function createAvailabilitySource(sql: Sql): AvailabilitySource {
  const cache = new TtlCache<'all', Availability>(CACHE_MS);
  return {
    availability: (now) => cache.get('all', now, async () => availabilityOf(await listUptimes(sql))),
    forget: () => cache.delete('all'),
  };
}
