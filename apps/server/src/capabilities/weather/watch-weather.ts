/**
 * Follows the warnings of weather services at locations that asked for it. What a service says and what is known here are
 * compared by a pure function (domain: followWarnings); what follows from it is written in one transaction a location.
 *
 * Leaves: alerts of kind WEATHER_ALERT. Invariant: one open alert for each event at a location, whatever the number of
 * messages, zones and servers; it ends when the event does, though the service cannot be asked.
 */
import { followWarnings, truncateText, type Warning, WEATHER_PROVIDER_NAMES } from '@picket/domain';
import { type Platform, type Sql, TtlCache } from '../../platform/index.ts';
import { clearExternalAlert, type OnAlertsChanged, raiseExternalAlert, updateExternalAlert } from '../alerts/index.ts';
import { type FetchJson, type Place, WeatherProblem } from './weather-service.ts';
import { weatherFetch, weatherServices } from './weather-services.ts';
import {
  closeWarning,
  endedWarnings,
  lockWarnings,
  noteCheck,
  saveWarning,
  takeDuePlaces,
  type WatchedPlace,
} from './weather-store.ts';

const CHECK_EVERY_MS = 5 * 60_000;
const PLACES_AT_ONCE = 200;
const ZONES_KEPT_MS = 86_400_000;

export interface WeatherWatch {
  /** Asks about the places whose turn it is; answers how many alerts were raised or ended. */
  check(): Promise<number>;
  /** Ends what is over; answers how many. */
  endPast(): Promise<number>;
}

export function createWeatherWatch(platform: Platform, changed: OnAlertsChanged): WeatherWatch {
  const { db, clock, config, log, pubSub } = platform;
  const services = weatherServices(config);
  const fetchJson: FetchJson = weatherFetch(config);

  // Zones belong to a point, not to a location: one that moves lies in others. Services redraw them now and then.
  const zonesAt = new TtlCache<string, readonly string[]>(ZONES_KEPT_MS);
  const zonesFor = async (place: WatchedPlace): Promise<Place> => {
    const { provider, latitude, longitude } = place;
    const point = `${provider} ${latitude} ${longitude}`;
    const zones = await zonesAt.get(point, clock.now(), () => services[provider].zonesOf(place, fetchJson));
    return { latitude, longitude, zones };
  };

  const checkProvider = async (
    provider: WatchedPlace['provider'],
    places: readonly WatchedPlace[],
  ): Promise<number> => {
    let steps = 0;
    const asked: { readonly place: WatchedPlace; readonly at: Place }[] = [];
    const failed = async (place: WatchedPlace, error: unknown): Promise<void> => {
      if (!(error instanceof WeatherProblem)) throw error;
      await noteCheck(db.console, place.location, { at: clock.now(), problem: error.message });
    };
    for (const place of places)
      try {
        asked.push({ place, at: await zonesFor(place) });
      } catch (error) {
        await failed(place, error);
      }
    if (asked.length === 0) return 0;
    try {
      const active = await services[provider].activeAt(
        asked.map(({ at }) => at),
        fetchJson,
      );
      for (const [index, { place }] of asked.entries()) {
        steps += await db.inSqlTx((sql) => follow(sql, place, active[index] ?? []));
        await noteCheck(db.console, place.location, { at: clock.now(), problem: null });
      }
    } catch (error) {
      for (const { place } of asked) await failed(place, error);
    }
    return steps;
  };

  /** One place: from what is active to what is written. */
  const follow = async (sql: Sql, place: WatchedPlace, active: readonly Warning[]): Promise<number> => {
    const now = clock.now();
    const by = WEATHER_PROVIDER_NAMES[place.provider];
    const steps = followWarnings(await lockWarnings(sql, place.location, place.provider), active, now);
    for (const step of steps) {
      if (step.type === 'CLOSE') {
        await clearExternalAlert(sql, step.alert, by, step.at, now, changed);
        await closeWarning(sql, step.alert, step.at);
        continue;
      }
      const { warning } = step;
      const said = { message: messageOf(warning), source: by, description: textOf(warning) };
      if (step.type === 'UPDATE') {
        await updateExternalAlert(sql, step.alert, said, now, changed);
        await saveWarning(sql, place, step.alert, warning);
      } else {
        const { tenant, location } = place;
        const alert = await raiseExternalAlert(
          sql,
          { tenant, location, severity: warning.severity, ...said },
          now,
          changed,
        );
        await saveWarning(sql, place, alert, warning);
      }
    }
    return steps.length;
  };

  return {
    check: async () => {
      const now = clock.now();
      const places = await takeDuePlaces(db.console, now, now + CHECK_EVERY_MS, PLACES_AT_ONCE);
      let steps = 0;
      for (const provider of new Set(places.map((place) => place.provider)))
        try {
          steps += await checkProvider(
            provider,
            places.filter((place) => place.provider === provider),
          );
        } catch (error) {
          log.error({ err: error, provider }, 'the weather could not be followed');
        }
      if (steps > 0) pubSub.notify();
      return steps;
    },
    endPast: async () => {
      const ended = await db.inSqlTx(async (sql) => {
        const past = await endedWarnings(sql, clock.now());
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

const LONGEST_MESSAGE = 200;
const messageOf = ({ headline }: Warning): string =>
  headline.length > LONGEST_MESSAGE ? `${truncateText(headline, LONGEST_MESSAGE - 1)}…` : headline;
const textOf = ({ description, instruction }: Warning): string =>
  truncateText([description, instruction].filter((part) => part.trim() !== '').join('\n\n'), 8000);
