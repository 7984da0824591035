/** GET /sentry/config: the configuration of a device, joined from several capabilities. */

import { appliesInZones } from '@picket/domain/policies';
import { cameraForDevice } from '../capabilities/cameras/index.ts';
import { countWatching } from '../capabilities/live/index.ts';
import { globalPolicies } from '../capabilities/policies/index.ts';
import { listFluidSensors, sensorIntervals } from '../capabilities/sensors/index.ts';
import { findSentry, networkForDevice } from '../capabilities/sentries/index.ts';
import { scenarioForDevice } from '../capabilities/simulated-sentries/index.ts';
import { zonesOfTenant } from '../capabilities/zones/index.ts';
import { limitedTo } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

const MAX_SENSORS = 500;

export function sentryConfigView(add: AddRoute, platform: Platform): void {
  add('GET /sentry/config', async ({ actor }) => {
    const { guid: sentry, tenant, location } = actor;
    const limited = limitedTo(platform, tenant);
    const { console: sql, prisma } = limited.db;
    const watching = await countWatching(sql, tenant, sentry);
    const [row, sensors, intervals, zones, policies, network, scenario, camera] = await Promise.all([
      findSentry(prisma, tenant, sentry),
      listFluidSensors(sql, tenant, { sentry }, [], MAX_SENSORS),
      sensorIntervals(sql, tenant, sentry),
      zonesOfTenant(sql, tenant),
      globalPolicies(sql, tenant),
      networkForDevice(limited, tenant, sentry),
      scenarioForDevice(limited, tenant, sentry),
      cameraForDevice(sql, tenant, { location, sentry, watching }, platform.clock.now()),
    ]);
    const here = zones.filter((zone) => zone.location === location);
    const zoneIds = new Set(here.map(({ guid }) => guid));
    return {
      sentry,
      name: row?.name ?? '',
      reportIntervalSeconds: row?.reportIntervalSeconds ?? actor.reportIntervalSeconds,
      intervals: Object.fromEntries(intervals.map(({ sensorMetricId, seconds }) => [sensorMetricId, seconds])),
      sensors: sensors.map(({ model, serial_number, type, status }) => ({ model, serial_number, type, status })),
      zones: here
        .filter((zone) => zone.sentry === null || zone.sentry === sentry)
        .map(({ guid, label, sensorMetricIds, grid }) => ({
          zoneId: guid,
          name: label,
          sensorMetricIdList: [...sensorMetricIds],
          rows: grid.rows,
          columns: grid.columns,
        })),
      ...(network === undefined ? {} : { network }),
      ...(scenario === undefined ? {} : { scenario }),
      camera,
      videoPolicies: policies
        // Not those that are bound to other locations by their zones: a device is not shown what its people are not.
        .filter(({ definition }) =>
          definition.violations.some((violation) => violation.video === true && appliesInZones(violation, zoneIds)),
        )
        .map(({ guid, name }) => ({ guid, name })),
    };
  });
}
