import type { ParsedBody } from '@picket/contracts/endpoints';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion } from '../../platform/http/preconditions.ts';
import { clearExternalAlert, type OnAlertsChanged } from '../alerts/index.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation } from '../locations/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { availableProviders, toWeather, type WeatherOut } from './location-weather.ts';
import {
  closeWarning,
  findSubscription,
  forgetWarnings,
  lockSubscription,
  openWarnings,
  saveSubscription,
} from './weather-store.ts';

/**
 * Sets the provider of a location, for its administrators; null: none. Open warnings of the one before are closed.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function setWeatherProvider(
  ctx: Ctx<UserActor>,
  guid: string,
  { provider }: ParsedBody<'PUT /locations/{guid}/weather'>,
  changed: OnAlertsChanged,
  check: (current: WeatherOut) => void,
): Promise<WeatherOut> {
  const location = await administeredLocation(ctx, guid);
  if (provider !== null && !availableProviders(location).includes(provider))
    throw invalid('provider', location.latitude === null ? 'the location has no coordinates' : 'does not warn there');
  const now = ctx.clock.now();
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const before = await lockSubscription(tx.sql, tenant, location.guid);
    check(await toWeather(ctx, location, tx.sql));
    if (before !== provider) {
      for (const { alert } of await openWarnings(tx.sql, tenant, location.guid)) {
        await clearExternalAlert(tx.sql, tenant, alert, ctx.actor.name, now, now, changed);
        await closeWarning(tx.sql, tenant, alert, now);
      }
      // Chosen again, it raises what is still in force.
      await forgetWarnings(tx.sql, tenant, location.guid, now);
      const stored = await findSubscription(tx.sql, tenant, location.guid);
      const at = nextVersion(now, stored?.lastUpdateTs ?? null).getTime();
      await saveSubscription(tx.sql, tenant, { location: location.guid, provider, by: ctx.actor.name }, at);
    }
    await audit(ctx, tx, {
      action: 'WEATHER_CHANGED',
      target: { kind: 'location', guid: location.guid, name: location.name },
      before: { provider: before },
      after: { provider },
    });
  });
  ctx.pubSub.notify();
  return toWeather(ctx, location);
}
