/**
 * The one endpoint table: server routes, the typed client, the OpenAPI document, the access test and the fuzz test are all
 * derived from it. A new endpoint is one row here and one verb on the server; a row says who may call it.
 */
import type { z } from 'zod';
import { PROFILE_ENDPOINTS, SIGN_IN_ENDPOINTS } from './account-endpoints.ts';
import { ADMINISTRATION_ENDPOINTS } from './administration-endpoints.ts';
import {
  Alert,
  AlertComment,
  AlertDetail,
  AlertQuery,
  AlertTrace,
  CommentBody,
  DeviceAlertBody,
  DeviceAlertResponse,
  GenericAlertBody,
  VerdictBody,
} from './alerts.ts';
import { type Endpoint, noContent } from './endpoint.ts';
import { LOCATION_ENDPOINTS } from './location-endpoints.ts';
import { Location, LocationCreate, LocationPatch } from './locations.ts';
import { NOTIFICATION_ENDPOINTS } from './notification-endpoints.ts';
import { SnoozeBody } from './notifications.ts';
import { OPERATIONS_ENDPOINTS } from './operations-endpoints.ts';
import { POLICY_ENDPOINTS } from './policy-endpoints.ts';
import { Guid, GuidParams, PageQuery, pageOf } from './primitives.ts';
import {
  DiscoveredBody,
  DiscoveredResponse,
  FluidSensor,
  SensorParams,
  SensorPatch,
  SensorSetting,
  SensorsBody,
  SensorsResponse,
} from './sensors.ts';
import {
  ActivateBody,
  Activated,
  Activation,
  ActivationCode,
  Installation,
  Sentry,
  SentryConfig,
  SentryCreate,
  SentryCreated,
  SentryPatch,
  TokenRotated,
} from './sentries.ts';
import { StreamEvent } from './stream.ts';
import { Latest, Report, ReportResponse, Telemetry, TelemetryQuery } from './telemetry.ts';
import { LocationCards } from './views.ts';

export const ENDPOINTS = {
  ...OPERATIONS_ENDPOINTS,
  ...SIGN_IN_ENDPOINTS,
  ...PROFILE_ENDPOINTS,
  ...ADMINISTRATION_ENDPOINTS,

  'GET /locations': {
    access: 'signed-in',
    tag: 'locations',
    summary: 'The locations you may view',
    query: PageQuery,
    status: 200,
    response: pageOf(Location),
    caching: 'revalidate',
  },
  'POST /locations': {
    access: 'admin',
    tag: 'locations',
    summary: 'Create a location',
    body: LocationCreate,
    status: 201,
    response: Location,
  },
  'GET /locations/{guid}': {
    access: 'location-viewer',
    tag: 'locations',
    summary: 'One location',
    params: GuidParams,
    status: 200,
    response: Location,
    caching: 'revalidate',
  },
  'PATCH /locations/{guid}': {
    access: 'location-admin',
    tag: 'locations',
    summary: 'Change a location',
    params: GuidParams,
    body: LocationPatch,
    status: 200,
    response: Location,
  },
  'DELETE /locations/{guid}': {
    access: 'admin',
    tag: 'locations',
    summary: 'Delete a location that has no sentries left',
    params: GuidParams,
    ...noContent,
  },

  'POST /locations/{guid}/sentries': {
    access: 'location-admin',
    tag: 'sentries',
    summary: 'Add a sentry; returns the activation code of its device',
    params: GuidParams,
    body: SentryCreate,
    status: 201,
    response: SentryCreated,
  },
  'GET /sentries': {
    access: 'signed-in',
    tag: 'sentries',
    summary: 'The sentries you may view',
    query: PageQuery.extend({ location: Guid.optional() }),
    status: 200,
    response: pageOf(Sentry),
    caching: 'revalidate',
  },
  'GET /sentries/{guid}': {
    access: 'location-viewer',
    tag: 'sentries',
    summary: 'One sentry',
    params: GuidParams,
    status: 200,
    response: Sentry,
    caching: 'revalidate',
  },
  'PATCH /sentries/{guid}': {
    access: 'location-admin',
    tag: 'sentries',
    summary: 'Change a sentry',
    params: GuidParams,
    body: SentryPatch,
    status: 200,
    response: Sentry,
  },
  'DELETE /sentries/{guid}': {
    access: 'location-admin',
    tag: 'sentries',
    summary: 'Remove a sentry: its token stops working, its open alerts end',
    params: GuidParams,
    ...noContent,
  },
  'POST /sentries/{guid}/activation-code': {
    access: 'location-admin',
    tag: 'sentries',
    summary: 'A new activation code; the one before stops working',
    params: GuidParams,
    status: 201,
    response: ActivationCode,
  },
  'GET /sentries/{guid}/activations': {
    access: 'location-viewer',
    tag: 'sentries',
    summary: 'Devices that were activated as this sentry, newest first',
    params: GuidParams,
    query: PageQuery,
    status: 200,
    response: pageOf(Activation),
    caching: 'revalidate',
  },
  'GET /sentries/{guid}/installations': {
    access: 'location-viewer',
    tag: 'sentries',
    summary: 'Where this sentry was installed, newest first',
    params: GuidParams,
    query: PageQuery,
    status: 200,
    response: pageOf(Installation),
    caching: 'revalidate',
  },

  'POST /sentry/activate': {
    access: 'public',
    tag: 'device',
    summary: 'Exchange an activation code for a device token',
    body: ActivateBody,
    status: 201,
    response: Activated,
  },
  'POST /sentry/token': {
    access: 'sentry',
    tag: 'device',
    summary: 'A new device token; the old one works until the new one is first used',
    status: 201,
    response: TokenRotated,
  },
  'GET /sentry/config': {
    access: 'sentry',
    tag: 'device',
    summary: 'The configuration of the device',
    status: 200,
    response: SentryConfig,
    caching: 'revalidate',
  },
  'POST /sentry/telemetry': {
    access: 'sentry',
    tag: 'device',
    summary: 'Report readings; an empty report is a heartbeat',
    body: Report,
    status: 200,
    response: ReportResponse,
  },
  'POST /sentry/alerts': {
    access: 'sentry',
    tag: 'device',
    summary: "Raise the device's own alert",
    body: DeviceAlertBody,
    status: 201,
    response: DeviceAlertResponse,
  },

  'POST /sentry/discovered': {
    access: 'sentry',
    tag: 'device',
    summary: 'Report discovered sensors; an invalid one does not affect the others',
    body: DiscoveredBody,
    status: 200,
    response: DiscoveredResponse,
  },

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

  ...POLICY_ENDPOINTS,

  'GET /alerts': {
    access: 'signed-in',
    tag: 'alerts',
    summary: 'Alerts, newest first',
    query: AlertQuery,
    status: 200,
    response: pageOf(Alert),
    caching: 'revalidate',
  },
  'POST /alerts': {
    access: 'location-admin',
    tag: 'alerts',
    summary: 'Raise an alert by hand',
    body: GenericAlertBody,
    status: 201,
    response: Alert,
  },
  'GET /alerts/{guid}': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'One alert with its readings, timeline and newest comments',
    params: GuidParams,
    status: 200,
    response: AlertDetail,
    caching: 'revalidate',
  },
  'POST /alerts/{guid}/acknowledge': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Acknowledge an alert',
    params: GuidParams,
    status: 200,
    response: Alert,
  },
  'POST /alerts/{guid}/resolve': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Resolve an alert; if its violation persists, it is raised again only after the violation has ended once',
    params: GuidParams,
    status: 200,
    response: Alert,
  },
  'POST /alerts/{guid}/restore': {
    access: 'location-admin',
    tag: 'alerts',
    summary: 'Revert the change that a policy-change alert reports',
    params: GuidParams,
    status: 200,
    response: Alert,
  },
  'GET /alerts/{guid}/trace': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Why it was raised: every step of the evaluation over the stored readings, as reason codes',
    params: GuidParams,
    status: 200,
    response: AlertTrace,
    caching: 'revalidate',
  },
  'POST /alerts/{guid}/verdict': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Set the verdict on an alert: real, false alarm or maintenance; null removes it',
    params: GuidParams,
    body: VerdictBody,
    status: 200,
    response: Alert,
  },
  'POST /alerts/{guid}/snooze': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Snooze an open alert: nobody is notified again before then, and everybody is if it is still open',
    params: GuidParams,
    body: SnoozeBody,
    status: 200,
    response: Alert,
  },
  'GET /alerts/{guid}/comments': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Comments on an alert, newest first',
    params: GuidParams,
    query: PageQuery,
    status: 200,
    response: pageOf(AlertComment),
    caching: 'revalidate',
  },
  'POST /alerts/{guid}/comments': {
    access: 'location-viewer',
    tag: 'alerts',
    summary: 'Add a comment; at most 1,000 per alert, and 30 per person and minute',
    params: GuidParams,
    body: CommentBody,
    status: 201,
    response: AlertComment,
  },

  ...LOCATION_ENDPOINTS,

  ...NOTIFICATION_ENDPOINTS,

  'GET /views/locations': {
    access: 'signed-in',
    tag: 'views',
    summary: 'Everything the locations screen shows',
    status: 200,
    response: LocationCards,
    caching: 'revalidate',
  },
  'GET /events': {
    access: 'signed-in',
    tag: 'live',
    summary: 'Server-sent events of what you may see; resumes with Last-Event-ID; at most 20 streams per user',
    status: 200,
    response: null,
    stream: StreamEvent,
  },
} as const satisfies Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

export type Endpoints = typeof ENDPOINTS;
export type EndpointKey = keyof Endpoints;

/** The table for code that walks over it rather than naming a row. */
export const ENDPOINT_TABLE: Readonly<Record<EndpointKey, Endpoint>> = ENDPOINTS;
export const ENDPOINT_KEYS = Object.keys(ENDPOINTS) as readonly EndpointKey[];

type Part<K extends EndpointKey, Name extends string> = Endpoints[K] extends { readonly [N in Name]: infer Schema }
  ? Schema
  : null;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a caller sends and gets, by row. */
export type ParamsOf<K extends EndpointKey> = Input<Part<K, 'params'>>;
export type QueryOf<K extends EndpointKey> = Input<Part<K, 'query'>>;
export type BodyOf<K extends EndpointKey> = Input<Part<K, 'body'>>;
export type ResponseOf<K extends EndpointKey> = Output<Part<K, 'response'>>;

/** What a verb receives, by row: parsed, defaults filled in. */
export type ParsedParams<K extends EndpointKey> = Output<Part<K, 'params'>>;
export type ParsedQuery<K extends EndpointKey> = Output<Part<K, 'query'>>;
export type ParsedBody<K extends EndpointKey> = Output<Part<K, 'body'>>;

/** `POST /auth/login` -> its method and its path with `:name` parameters, below /api/v1. */
export function routeOf(key: EndpointKey): { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; path: string } {
  const [method = 'GET', path = '/'] = key.split(' ');
  return { method: method as 'GET', path: path.replace(/\{(\w+)\}/gu, ':$1') };
}
