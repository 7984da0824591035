/**
 * Polls weather services for locations with a weather provider. A pure function (domain: reconcileWarnings) compares the
 * active warnings with the known ones; the resulting steps are written in one transaction per location.
 *
 * Output: alerts of kind WEATHER_ALERT. Invariants: one open alert for each event at a location, whatever the number of
 * messages, zones and servers; it ends when the event does, even if the service is unreachable.
 */
import { reconcileWarnings, truncateText, type Warning, WEATHER_PROVIDER_NAMES } from '@picket/domain';
import type { Sql } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { TtlCache } from '../../platform/ttl-cache.ts';
import { clearExternalAlert, type OnAlertsChanged, raiseExternalAlert, updateExternalAlert } from '../alerts/index.ts';
import { type FetchJson, type Place, WeatherServiceError } from './weather-service.ts';
import { createWeatherFetch, weatherServices } from './weather-services.ts';
import {
  claimDueLocations,
  closeWarning,
  findExpiredWarnings,
  lockWarnings,
  saveCheckResult,
  saveWarning,
  type WeatherLocation,
} from './weather-store.ts';

const POLL_INTERVAL_MS = 5 * 60_000;
const BATCH_SIZE = 200;
const ZONES_TTL_MS = 86_400_000;

export interface WeatherMonitor {
  /** Polls the locations that are due; returns how many alerts were raised or ended. */
  poll(): Promise<number>;
  /** Closes expired warnings; returns how many. */
  closeExpired(): Promise<number>;
}

export function createWeatherMonitor(platform: Platform, changed: OnAlertsChanged): WeatherMonitor {
  const { db, clock, config, log, pubSub } = platform;
  const services = weatherServices(config);
  const fetchJson: FetchJson = createWeatherFetch(config);

  // Zones belong to a point, not to a location: one that moves lies in others. Services redraw them now and then.
  const zonesAt = new TtlCache<string, readonly string[]>(ZONES_TTL_MS);
  const zonesFor = async (place: WeatherLocation): Promise<Place> => {
    const { provider, latitude, longitude } = place;
    const point = `${provider} ${latitude} ${longitude}`;
    const zones = await zonesAt.get(point, clock.now(), () => services[provider].zonesOf(place, fetchJson));
    return { latitude, longitude, zones };
  };

  const checkProvider = async (
    provider: WeatherLocation['provider'],
    places: readonly WeatherLocation[],
  ): Promise<number> => {
    let steps = 0;
    const located: { readonly place: WeatherLocation; readonly at: Place }[] = [];
    const failed = async (place: WeatherLocation, error: unknown): Promise<void> => {
      if (!(error instanceof WeatherServiceError)) throw error;
      await saveCheckResult(db.console, place.location, { at: clock.now(), problem: error.message });
    };
    for (const place of places)
      try {
        located.push({ place, at: await zonesFor(place) });
      } catch (error) {
        await failed(place, error);
      }
    if (located.length === 0) return 0;
    try {
      const active = await services[provider].activeAt(
        located.map(({ at }) => at),
        fetchJson,
      );
      for (const [index, { place }] of located.entries()) {
        steps += await db.inSqlTx((sql) => reconcile(sql, place, active[index] ?? []));
        await saveCheckResult(db.console, place.location, { at: clock.now(), problem: null });
      }
    } catch (error) {
      for (const { place } of located) await failed(place, error);
    }
    return steps;
  };

  /** One place: from what is active to what is written. */
  const reconcile = async (sql: Sql, place: WeatherLocation, active: readonly Warning[]): Promise<number> => {
    const now = clock.now();
    const by = WEATHER_PROVIDER_NAMES[place.provider];
    const steps = reconcileWarnings(await lockWarnings(sql, place.location, place.provider), active, now);
    for (const step of steps) {
      if (step.type === 'CLOSE') {
        await clearExternalAlert(sql, step.alert, by, step.at, now, changed);
        await closeWarning(sql, step.alert, step.at);
        continue;
      }
      const { warning } = step;
      const content = { message: messageOf(warning), source: by, description: textOf(warning) };
      if (step.type === 'UPDATE') {
        await updateExternalAlert(sql, step.alert, content, now, changed);
        await saveWarning(sql, place, step.alert, warning);
      } else {
        const { tenant, location } = place;
        const alert = await raiseExternalAlert(
          sql,
          { tenant, location, severity: warning.severity, ...content },
          now,
          changed,
        );
        await saveWarning(sql, place, alert, warning);
      }
    }
    return steps.length;
  };

  return {
    poll: async () => {
      const now = clock.now();
      const places = await claimDueLocations(db.console, now, now + POLL_INTERVAL_MS, BATCH_SIZE);
      let steps = 0;
      for (const provider of new Set(places.map((place) => place.provider)))
        try {
          steps += await checkProvider(
            provider,
            places.filter((place) => place.provider === provider),
          );
        } catch (error) {
          log.error({ err: error, provider }, 'weather warnings not updated');
        }
      if (steps > 0) pubSub.notify();
      return steps;
    },
    closeExpired: async () => {
      const ended = await db.inSqlTx(async (sql) => {
        const past = await findExpiredWarnings(sql, clock.now());
        for (const { alert, provider, endsAt } of past) {
          await clearExternalAlert(
            sql,
            alert,
            WEATHER_PROVIDER_NAMES[provider],
            endsAt.getTime(),
            clock.now(),
            changed,
          );
          await closeWarning(sql, alert, endsAt.getTime());
        }
        return past.length;
      });
      if (ended > 0) pubSub.notify();
      return ended;
    },
  };
}

const MAX_MESSAGE_LENGTH = 200;
const messageOf = ({ headline }: Warning): string =>
  headline.length > MAX_MESSAGE_LENGTH ? `${truncateText(headline, MAX_MESSAGE_LENGTH - 1)}…` : headline;
const textOf = ({ description, instruction }: Warning): string =>
  truncateText([description, instruction].filter((part) => part.trim() !== '').join('\n\n'), 8000);
