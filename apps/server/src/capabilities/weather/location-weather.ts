/** The weather provider of a location, and its open warnings, as the API shows them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { weatherProvidersAt } from '@picket/domain/weather';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { versionOf } from '../../platform/http/preconditions.ts';
import { findSubscription, openWarnings } from './weather-store.ts';

export type WeatherOut = ResponseOf<'GET /locations/{guid}/weather'>;

interface HasCoordinates {
  readonly guid: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** The providers that warn where the location is. */
export const availableProviders = ({ latitude, longitude }: HasCoordinates) =>
  latitude === null || longitude === null ? [] : [...weatherProvidersAt({ latitude, longitude })];

/** `sql`: of a transaction that is to change it. */
export async function toWeather(
  ctx: Ctx<UserActor>,
  location: HasCoordinates,
  sql: Sql = ctx.db.console,
): Promise<WeatherOut> {
  const subscription = await findSubscription(sql, ctx.actor.tenant, location.guid);
  const warnings = await openWarnings(sql, ctx.actor.tenant, location.guid);
  return {
    ...(subscription?.provider == null ? {} : { provider: subscription.provider }),
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
    last_update_ts: versionOf(subscription?.lastUpdateTs ?? null),
  };
}
