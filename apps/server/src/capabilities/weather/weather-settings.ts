/** The weather provider of a location, set by its administrators. */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { weatherProvidersAt } from '@picket/domain/weather';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { clearExternalAlert, type OnAlertsChanged } from '../alerts/index.ts';
import { audit } from '../audit/index.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import { closeWarning, deleteSubscription, findSubscription, openWarnings, saveSubscription } from './weather-store.ts';

type WeatherOut = ResponseOf<'GET /locations/{guid}/weather'>;

interface HasCoordinates {
  readonly guid: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const availableProviders = ({ latitude, longitude }: HasCoordinates) =>
  latitude === null || longitude === null ? [] : [...weatherProvidersAt({ latitude, longitude })];

async function toWeather(ctx: Ctx<UserActor>, location: HasCoordinates): Promise<WeatherOut> {
  const subscription = await findSubscription(ctx.db.console, location.guid);
  const warnings = await openWarnings(ctx.db.console, location.guid);
  return {
    ...(subscription === null ? {} : { provider: subscription.provider }),
    availableProviders: availableProviders(location),
    hasCoordinates: location.latitude !== null && location.longitude !== null,
    ...(subscription?.lastCheckedAt == null
      ? {}
      : { lastCheckedAt: formatInstant(subscription.lastCheckedAt.getTime()) }),
    ...(subscription?.lastProblem == null ? {} : { lastProblem: subscription.lastProblem }),
    warnings: warnings.map(({ alert, event, headline, severity, onsetAt, endsAt }) => ({
      alert,
      event,
      headline,
      severity,
      onsetAt: formatInstant(onsetAt),
      ...(endsAt === null ? {} : { endsAt: formatInstant(endsAt) }),
    })),
  };
}

export const getWeather = async (ctx: Ctx<UserActor>, guid: string): Promise<WeatherOut> =>
  toWeather(ctx, await visibleLocation(ctx, guid));

/** `provider` null: none; open warnings are closed. */
export async function setWeatherProvider(
  ctx: Ctx<UserActor>,
  guid: string,
  { provider }: ParsedBody<'PUT /locations/{guid}/weather'>,
  changed: OnAlertsChanged,
): Promise<WeatherOut> {
  const location = await administeredLocation(ctx, guid);
  if (provider !== null && !availableProviders(location).includes(provider))
    throw invalid('provider', location.latitude === null ? 'the location has no coordinates' : 'does not warn there');
  const now = ctx.clock.now();
  await ctx.db.inTx(async (tx) => {
    const before = (await findSubscription(tx.sql, location.guid))?.provider ?? null;
    if (before !== provider) {
      for (const { alert } of await openWarnings(tx.sql, location.guid)) {
        await clearExternalAlert(tx.sql, alert, ctx.actor.name, now, now, changed);
        await closeWarning(tx.sql, alert, now);
      }
      if (provider === null) await deleteSubscription(tx.sql, location.guid);
      else
        await saveSubscription(
          tx.sql,
          { location: location.guid, tenant: ctx.actor.tenant, provider, by: ctx.actor.name },
          now,
        );
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
