import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import { countAsReadings, type SentryThrottle } from '../../platform/http/sentry-throttle.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSensorSettings } from './change-sensor-settings.ts';
import { discoverSensors } from './discover-sensors.ts';
import { listSensorSettings } from './list-sensor-settings.ts';
import { listSensors } from './list-sensors.ts';
import { ignoreSensors, subscribeSensors } from './pair-sensors.ts';
import type { SensorPorts } from './sensor-ports.ts';

export function sensorRoutes(add: AddRoute, platform: Platform, ports: SensorPorts, throttle: SentryThrottle): void {
  add('POST /sentry/discovered', ({ actor, body }) => {
    const ctx = contextOf(platform, actor);
    return countAsReadings(ctx, throttle, body.sensors.length, () => discoverSensors(ctx, body.sensors, ports));
  });
  add('GET /locations/{guid}/sensors', ({ actor, params, query }) =>
    listSensors(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/sensors/subscribe', ({ actor, params, body }) =>
    subscribeSensors(contextOf(platform, actor), params.guid, body, ports),
  );
  add('POST /locations/{guid}/sensors/ignore', ({ actor, params, body }) =>
    ignoreSensors(contextOf(platform, actor), params.guid, body, ports),
  );
  add('GET /sentries/{guid}/sensors', ({ actor, params, query }) =>
    listSensorSettings(contextOf(platform, actor), params.guid, query),
  );
  add('PATCH /sentries/{guid}/sensors/{sensorMetricId}', ({ actor, params, body, check }) =>
    changeSensorSettings(
      contextOf(platform, actor),
      params.guid,
      params.sensorMetricId,
      body,
      ports.configChanged,
      check,
    ),
  );
}
