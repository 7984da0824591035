import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import { discoverSensors, ignoreSensors, type SensorPorts, sensorsAt, subscribeSensors } from './pair-sensors.ts';
import { sensorSettings, tuneSensor } from './tune-sensor.ts';

export function sensorRoutes(add: AddRoute, platform: Platform, ports: SensorPorts): void {
  add('POST /sentry/discovered', ({ actor, body }) => discoverSensors(contextOf(platform, actor), body.sensors, ports));
  add('GET /locations/{guid}/sensors', ({ actor, params, query }) =>
    sensorsAt(contextOf(platform, actor), params.guid, query),
  );
  add('POST /locations/{guid}/sensors/subscribe', ({ actor, params, body }) =>
    subscribeSensors(contextOf(platform, actor), params.guid, body, ports),
  );
  add('POST /locations/{guid}/sensors/ignore', ({ actor, params, body }) =>
    ignoreSensors(contextOf(platform, actor), params.guid, body, ports),
  );
  add('GET /sentries/{guid}/sensors', ({ actor, params, query }) =>
    sensorSettings(contextOf(platform, actor), params.guid, query),
  );
  add('PATCH /sentries/{guid}/sensors/{sensorMetricId}', ({ actor, params, body }) =>
    tuneSensor(contextOf(platform, actor), params.guid, params.sensorMetricId, body, ports.watchChanged),
  );
}
