/** Rows of the endpoint table: sensors and what they measured. */
import type { EndpointRows } from './endpoint.ts';
import { GuidParams, PageQuery, pageOf } from './primitives.ts';
import { FluidSensor, SensorParams, SensorPatch, SensorSetting, SensorsBody, SensorsResponse } from './sensors.ts';
import { Latest, Telemetry, TelemetryQuery } from './telemetry.ts';

export const TELEMETRY_ENDPOINTS = {
  'GET /locations/{guid}/sensors': {
    access: 'location-viewer',
    tag: 'sensors',
    summary: 'The fluid sensors of a location: discovered, paired and ignored',
    params: GuidParams,
    query: PageQuery,
    status: 200,
    response: pageOf(FluidSensor),
    caching: 'revalidate',
  },
  'POST /locations/{guid}/sensors/subscribe': {
    access: 'location-admin',
    tag: 'sensors',
    summary: 'Pair fluid sensors; returns the paired ones',
    params: GuidParams,
    body: SensorsBody,
    status: 200,
    response: SensorsResponse,
  },
  'POST /locations/{guid}/sensors/ignore': {
    access: 'location-admin',
    tag: 'sensors',
    summary: 'Ignore fluid sensors; returns the ignored ones',
    params: GuidParams,
    body: SensorsBody,
    status: 200,
    response: SensorsResponse,
  },
  'GET /sentries/{guid}/sensors': {
    access: 'location-viewer',
    tag: 'sensors',
    summary: 'Settings of the sensors of a sentry: intervals and offsets',
    params: GuidParams,
    query: PageQuery,
    status: 200,
    response: pageOf(SensorSetting),
    caching: 'revalidate',
  },
  'PATCH /sentries/{guid}/sensors/{sensorMetricId}': {
    access: 'location-admin',
    tag: 'sensors',
    summary: 'Set the interval a sensor is expected at, or an offset for its readings',
    params: SensorParams,
    body: SensorPatch,
    status: 200,
    response: SensorSetting,
  },
  'GET /locations/{guid}/latest': {
    access: 'location-viewer',
    tag: 'telemetry',
    summary: 'The newest reading of every series, with its age',
    params: GuidParams,
    status: 200,
    response: Latest,
  },
  'GET /locations/{guid}/telemetry': {
    access: 'location-viewer',
    tag: 'telemetry',
    summary: 'Readings of a time range, downsampled to at most `points` per series',
    params: GuidParams,
    query: TelemetryQuery,
    status: 200,
    response: Telemetry,
    caching: 'revalidate',
  },
} as const satisfies EndpointRows;
