/** What the tests of weather warnings share. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { onTestFinished } from 'vitest';
import { openWeatherDouble, type WarningFields, warningFeature } from '../../../tests/support/weather-double.ts';
import { openPicket } from './harness.ts';

export const HOUR = 3_600_000;
export const NOW = Date.UTC(2026, 4, 14, 16, 30);
export const PHOENIX = { latitude: 33.45, longitude: -112.07 };

/** A location in Phoenix, and a service that lists what a test says. */
export async function openWorld(options: Parameters<typeof openPicket>[0] = {}) {
  const service = await openWeatherDouble();
  onTestFinished(() => service.close());
  const environment = { PICKET_WEATHER_NWS_URL: service.url, PICKET_WEATHER_METNO_URL: service.url };
  const picket = await openPicket({ ...options, now: NOW, environment });
  onTestFinished(() => picket.close());
  const location = await picket.addLocation('Phoenix');
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates: PHOENIX } });
  const weather = async () =>
    (
      await picket.call<ResponseOf<'GET /locations/{guid}/weather'>>('GET', `/locations/${location}/weather`, {
        as: picket.admin,
      })
    ).body;
  const choose = (provider: string | null) =>
    picket.call('PUT', `/locations/${location}/weather`, { as: picket.admin, body: { provider } });
  /** Lets minutes pass and asks. */
  const check = async (minutes = 5): Promise<number> => {
    picket.clock.pass(minutes * 60);
    // Sessions idle out within the hour.
    if (minutes >= 60) picket.admin = await picket.signIn('admin@picket.example');
    await picket.server.pipeline.weather.closeExpired();
    return picket.server.pipeline.weather.poll();
  };
  const alerts = async () =>
    (await picket.alerts()).map(({ kind, state, message, severity, endedAt }) => ({
      kind,
      state,
      message,
      severity,
      endedAt,
    }));
  return { picket, service, location, weather, choose, check, alerts };
}

/** As the National Weather Service gives it. */
export const feature = (fields: WarningFields): unknown => warningFeature(fields, NOW);
export const VTEC = (action = 'NEW', number = '0003'): string =>
  `/O.${action}.KPSR.EH.W.${number}.260514T1700Z-260515T0300Z/`;
