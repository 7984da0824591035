/**
 * The one endpoint table: server routes, the typed client, the OpenAPI document, the access test and the fuzz test are all
 * derived from it. A new endpoint is one row in the file of its area and one handler on the server; a row says who may call it.
 */
import { namesOf } from '@picket/domain/kind-table';
import type { z } from 'zod';
import { PROFILE_ENDPOINTS, SIGN_IN_ENDPOINTS } from './account-endpoints.ts';
import { ADMINISTRATION_ENDPOINTS } from './administration-endpoints.ts';
import { ALERT_ENDPOINTS } from './alert-endpoints.ts';
import type { Endpoint, EndpointRows } from './endpoint.ts';
import { EVENT_ENDPOINTS } from './event-endpoints.ts';
import { GATEWAY_ENDPOINTS } from './gateway-endpoints.ts';
import { GET_STARTED_ENDPOINTS } from './get-started-endpoints.ts';
import { INSTALLATION_ENDPOINTS } from './installation-endpoints.ts';
import { INTEGRATION_ENDPOINTS } from './integration-endpoints.ts';
import { LOCATION_ENDPOINTS } from './location-endpoints.ts';
import { NOTIFICATION_ENDPOINTS } from './notification-endpoints.ts';
import { OPERATIONS_ENDPOINTS } from './operations-endpoints.ts';
import { POLICY_ENDPOINTS } from './policy-endpoints.ts';
import { PROMETHEUS_ENDPOINTS } from './prometheus-endpoints.ts';
import { DEVICE_ENDPOINTS, SENTRY_ENDPOINTS } from './sentry-endpoints.ts';
import { TELEMETRY_ENDPOINTS } from './telemetry-endpoints.ts';
import {
  CAMERA_ENDPOINTS,
  CLIP_ENDPOINTS,
  CLIP_UPLOAD_ENDPOINTS,
  LIVE_ENDPOINTS,
  SIGNAL_ENDPOINTS,
} from './video-endpoints.ts';

const ENDPOINTS = {
  ...OPERATIONS_ENDPOINTS,
  ...INSTALLATION_ENDPOINTS,
  ...SIGN_IN_ENDPOINTS,
  ...PROFILE_ENDPOINTS,
  ...ADMINISTRATION_ENDPOINTS,
  ...LOCATION_ENDPOINTS,
  ...SENTRY_ENDPOINTS,
  ...DEVICE_ENDPOINTS,
  ...TELEMETRY_ENDPOINTS,
  ...PROMETHEUS_ENDPOINTS,
  ...POLICY_ENDPOINTS,
  ...ALERT_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...GET_STARTED_ENDPOINTS,
  ...SIGNAL_ENDPOINTS,
  ...CAMERA_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...CLIP_UPLOAD_ENDPOINTS,
  ...CLIP_ENDPOINTS,
  ...INTEGRATION_ENDPOINTS,
  ...GATEWAY_ENDPOINTS,
} as const satisfies EndpointRows;

export type Endpoints = typeof ENDPOINTS;
export type EndpointKey = keyof Endpoints;

/** The table for code that walks over it rather than naming a row. */
export const ENDPOINT_TABLE: Readonly<Record<EndpointKey, Endpoint>> = ENDPOINTS;
export const ENDPOINT_KEYS: readonly EndpointKey[] = namesOf(ENDPOINTS);

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

/** What a handler receives, by row: parsed, defaults filled in. */
export type ParsedParams<K extends EndpointKey> = Output<Part<K, 'params'>>;
export type ParsedQuery<K extends EndpointKey> = Output<Part<K, 'query'>>;
export type ParsedBody<K extends EndpointKey> = Output<Part<K, 'body'>>;

/** `POST /auth/login` -> its method and its path with `:name` parameters, below /api/v1. */
export function routeOf(key: EndpointKey): {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
} {
  const [method = 'GET', path = '/'] = key.split(' ');
  return { method: method as 'GET', path: path.replace(/\{(\w+)\}/gu, ':$1') };
}
