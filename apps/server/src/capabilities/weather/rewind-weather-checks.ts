/** The clock went back: without this, no service would be asked until the next check comes again. */
import type { Millis } from '@picket/domain/time';
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { Platform } from '../../platform/platform.ts';
import { POLL_INTERVAL_MS } from './weather-monitor.ts';
import { listPlacesAhead, rewindPlaces } from './weather-store.ts';

/** Places whose next check is later than the next one can be are asked about now. Done again it changes nothing more. */
export async function rewindWeatherChecks({ db }: Platform, now: Millis): Promise<void> {
  const latest = now + POLL_INTERVAL_MS;
  for (const part of partsOf(db, await listPlacesAhead(db.console, latest)))
    await db.inSqlTx((sql) => rewindPlaces(sql, tenantsOf(part), now, latest));
}
