/**
 * Polls weather services for locations with a weather provider. A pure function (domain: reconcileWarnings) compares the
 * active warnings with the known ones; the resulting steps are written in one transaction per location.
 *
 * Output: alerts of kind WEATHER_ALERT. Invariants: one open alert for each event at a location, whatever the number of
 * messages, zones and servers; it ends when the event does, even if the service is unreachable.
 */
import { truncateText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import {
  type Point,
  reconcileWarnings,
  type Warning,
  WEATHER_PROVIDER_NAMES,
  weatherProvidersAt,
} from '@picket/domain/weather';
import type { Sql } from '../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../platform/db/placement.ts';
import type { Platform } from '../../platform/platform.ts';
import { TtlCache } from '../../platform/ttl-cache.ts';
import { changeExternalAlert, clearExternalAlert, type OnAlertsChanged, raiseExternalAlert } from '../alerts/index.ts';
import {
  type FetchJson,
  MAX_UNREACHED,
  type Place,
  UnreachedServiceError,
  WeatherServiceError,
} from './weather-service.ts';
import { createWeatherFetch, weatherServices } from './weather-services.ts';
import {
  claimDueLocations,
  closeWarning,
  forgetWarnings,
  listDuePlaces,
  listExpiredWarnings,
  lockExpiredWarnings,
  lockWarnings,
  saveCheckResult,
  saveWarning,
  type WeatherLocation,
} from './weather-store.ts';

export const POLL_INTERVAL_MS = 5 * 60_000;
const BATCH_SIZE = 200;
const ZONES_TTL_MS = 86_400_000;

/** A place where its provider warns. */
type CoveredLocation = WeatherLocation & Point;

const isCovered = (place: WeatherLocation): place is CoveredLocation =>
  place.latitude !== null &&
  place.longitude !== null &&
  weatherProvidersAt({ latitude: place.latitude, longitude: place.longitude }).includes(place.provider);

/** Follows the warnings of the weather services. */
export class WeatherMonitor {
  readonly #platform: Platform;
  readonly #changed: OnAlertsChanged;
  readonly #services: ReturnType<typeof weatherServices>;
  readonly #fetchJson: FetchJson;
  /** Zones belong to a point, not to a location: one that moves lies in others. Services redraw them now and then. */
  readonly #zonesAt = new TtlCache<string, readonly string[]>(ZONES_TTL_MS);

  constructor(platform: Platform, changed: OnAlertsChanged) {
    this.#platform = platform;
    this.#changed = changed;
    this.#services = weatherServices(platform.config);
    this.#fetchJson = createWeatherFetch(platform.config);
  }

  /** Polls the locations that are due; returns how many alerts were raised or ended. */
  async poll(): Promise<number> {
    const { db, clock, log, pubSub } = this.#platform;
    const now = clock.now();
    const places: WeatherLocation[] = [];
    for (const part of partsOf(db, await listDuePlaces(db.console, now, BATCH_SIZE)))
      places.push(...(await claimDueLocations(db.console, tenantsOf(part), now, now + POLL_INTERVAL_MS, BATCH_SIZE)));
    let steps = 0;
    for (const [provider, group] of Map.groupBy(places, (place) => place.provider))
      try {
        steps += await this.#checkProvider(provider, group.filter(isCovered));
        for (const place of group) if (!isCovered(place)) steps += await this.#leave(place);
      } catch (error) {
        log.error({ err: error, provider }, 'weather warnings not updated');
      }
    if (steps > 0) pubSub.notify();
    return steps;
  }

  /** Closes expired warnings; returns how many. */
  async closeExpired(): Promise<number> {
    const { db, clock, pubSub } = this.#platform;
    let ended = 0;
    for (const part of partsOf(db, await listExpiredWarnings(db.console, clock.now())))
      ended += await db.inSqlTx(async (sql) => {
        const past = await lockExpiredWarnings(sql, tenantsOf(part), clock.now());
        for (const { tenant, alert, provider, endsAt } of past)
          await this.#close(sql, tenant, alert, WEATHER_PROVIDER_NAMES[provider], endsAt.getTime());
        return past.length;
      });
    if (ended > 0) pubSub.notify();
    return ended;
  }

  /** Asks one provider about its locations; returns how many alerts changed. */
  async #checkProvider(provider: WeatherLocation['provider'], places: readonly CoveredLocation[]): Promise<number> {
    const { db, clock } = this.#platform;
    const located = await this.#locate(places);
    if (located.length === 0) return 0;
    let steps = 0;
    try {
      const points = located.map(({ at }) => at);
      const active = await this.#services[provider].activeAt(points, this.#fetchJson);
      for (const [index, { place }] of located.entries()) {
        const here = active[index] ?? [];
        if (here instanceof WeatherServiceError) {
          await this.#saveProblem(place, here);
          continue;
        }
        steps += await db.inSqlTx((sql) => this.#reconcile(sql, place, here));
        await saveCheckResult(db.console, place.tenant, place.location, { at: clock.now(), problem: null });
      }
    } catch (error) {
      for (const { place } of located) await this.#saveProblem(place, error);
    }
    return steps;
  }

  /** The locations whose zones are known; the problem of another one is saved with it. */
  async #locate(
    places: readonly CoveredLocation[],
  ): Promise<readonly { readonly place: WeatherLocation; readonly at: Place }[]> {
    const located: { readonly place: WeatherLocation; readonly at: Place }[] = [];
    const unreached: UnreachedServiceError[] = [];
    for (const place of places)
      try {
        if (unreached.length >= MAX_UNREACHED) throw unreached[0];
        located.push({ place, at: await this.#zonesFor(place) });
        unreached.length = 0;
      } catch (error) {
        if (error instanceof UnreachedServiceError) unreached.push(error);
        await this.#saveProblem(place, error);
      }
    return located;
  }

  async #zonesFor(place: CoveredLocation): Promise<Place> {
    const { provider, latitude, longitude } = place;
    const point = `${provider} ${latitude} ${longitude}`;
    const zones = await this.#zonesAt.get(point, this.#platform.clock.now(), () =>
      this.#services[provider].zonesOf(place, this.#fetchJson),
    );
    return { latitude, longitude, zones };
  }

  /** Closes the warnings of a place that has lost its coordinates, or lies where its provider does not warn; returns how many. */
  async #leave(place: WeatherLocation): Promise<number> {
    const { db, clock } = this.#platform;
    return db.inSqlTx(async (sql) => {
      const closed = await this.#reconcile(sql, place, []);
      await forgetWarnings(sql, place.tenant, place.location, clock.now());
      return closed;
    });
  }

  /** Throws what is not the provider's fault. */
  async #saveProblem(place: WeatherLocation, error: unknown): Promise<void> {
    if (!(error instanceof WeatherServiceError)) throw error;
    const { db, clock } = this.#platform;
    await saveCheckResult(db.console, place.tenant, place.location, { at: clock.now(), problem: error.message });
  }

  /** One location: from what is active to what is written; returns how many alerts changed. */
  async #reconcile(sql: Sql, place: WeatherLocation, active: readonly Warning[]): Promise<number> {
    const now = this.#platform.clock.now();
    const source = WEATHER_PROVIDER_NAMES[place.provider];
    const known = await lockWarnings(sql, place.tenant, place.location, place.provider);
    // Switched off while the service was asked: its alerts are cleared, and no other is raised.
    if (known === null) return 0;
    const steps = reconcileWarnings(known, active, now);
    for (const step of steps)
      if (step.type === 'CLOSE') await this.#close(sql, place.tenant, step.alert, source, step.at, step.mayReturn);
      else await this.#save(sql, place, step.type === 'UPDATE' ? step.alert : null, step.warning);
    return steps.length;
  }

  async #close(sql: Sql, tenant: string, alert: string, source: string, at: Millis, mayReturn = false): Promise<void> {
    await clearExternalAlert(sql, tenant, alert, source, at, this.#platform.clock.now(), this.#changed);
    await closeWarning(sql, tenant, alert, at, mayReturn);
  }

  /** `known`: the alert of the warning; null: there is none yet, and it is raised. */
  async #save(sql: Sql, place: WeatherLocation, known: string | null, warning: Warning): Promise<void> {
    const now = this.#platform.clock.now();
    const { tenant, location, provider } = place;
    const source = WEATHER_PROVIDER_NAMES[provider];
    const content = { message: messageOf(warning), source, description: textOf(warning) };
    if (known !== null) await changeExternalAlert(sql, tenant, known, content, now, this.#changed);
    const alert =
      known ??
      (await raiseExternalAlert(sql, { tenant, location, severity: warning.severity, ...content }, now, this.#changed));
    await saveWarning(sql, tenant, place, alert, warning);
  }
}

const MAX_MESSAGE_LENGTH = 200;
const messageOf = ({ headline }: Warning): string =>
  headline.length > MAX_MESSAGE_LENGTH ? `${truncateText(headline, MAX_MESSAGE_LENGTH - 1)}…` : headline;
const textOf = ({ description, instruction }: Warning): string =>
  truncateText([description, instruction].filter((part) => part.trim() !== '').join('\n\n'), 8000);
