/** Rows of the endpoint table: sentries as people see them, and what the devices themselves call. */
import { DeviceAlertBody, DeviceAlertResponse } from './alerts.ts';
import { type EndpointRows, noContent } from './endpoint.ts';
import { Guid, GuidParams, PageQuery, pageOf } from './primitives.ts';
import { DiscoveredBody, DiscoveredResponse } from './sensors.ts';
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
import { Report, ReportResponse } from './telemetry.ts';

export const SENTRY_ENDPOINTS = {
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
} as const satisfies EndpointRows;

export const DEVICE_ENDPOINTS = {
  'POST /sentry/activate': {
    access: 'public',
    throttle: 'activation',
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
} as const satisfies EndpointRows;
