/** What every operation is for, in plain words. A new row of the endpoint table needs a description here: the compiler names it. */
import type { EndpointKey } from '../../endpoints.ts';
import { PROFILE_DESCRIPTIONS, SIGN_IN_DESCRIPTIONS } from './account-descriptions.ts';
import { ADMINISTRATION_DESCRIPTIONS } from './administration-descriptions.ts';
import { ALERT_DESCRIPTIONS } from './alert-descriptions.ts';
import { DEVICE_DESCRIPTIONS } from './device-descriptions.ts';
import { INTEGRATION_DESCRIPTIONS } from './integration-descriptions.ts';
import { LOCATION_DESCRIPTIONS } from './location-descriptions.ts';
import { NOTIFICATION_DESCRIPTIONS } from './notification-descriptions.ts';
import {
  EVENT_DESCRIPTIONS,
  GET_STARTED_DESCRIPTIONS,
  INSTALLATION_DESCRIPTIONS,
  OPERATIONS_DESCRIPTIONS,
} from './operations-descriptions.ts';
import { POLICY_DESCRIPTIONS } from './policy-descriptions.ts';
import { PROMETHEUS_DESCRIPTIONS } from './prometheus-descriptions.ts';
import { SENTRY_DESCRIPTIONS } from './sentry-descriptions.ts';
import { TELEMETRY_DESCRIPTIONS } from './telemetry-descriptions.ts';
import { VIDEO_DESCRIPTIONS } from './video-descriptions.ts';

export const DESCRIPTIONS: Readonly<Record<EndpointKey, string>> = {
  ...OPERATIONS_DESCRIPTIONS,
  ...INSTALLATION_DESCRIPTIONS,
  ...SIGN_IN_DESCRIPTIONS,
  ...PROFILE_DESCRIPTIONS,
  ...ADMINISTRATION_DESCRIPTIONS,
  ...LOCATION_DESCRIPTIONS,
  ...SENTRY_DESCRIPTIONS,
  ...DEVICE_DESCRIPTIONS,
  ...TELEMETRY_DESCRIPTIONS,
  ...PROMETHEUS_DESCRIPTIONS,
  ...POLICY_DESCRIPTIONS,
  ...ALERT_DESCRIPTIONS,
  ...NOTIFICATION_DESCRIPTIONS,
  ...EVENT_DESCRIPTIONS,
  ...GET_STARTED_DESCRIPTIONS,
  ...VIDEO_DESCRIPTIONS,
  ...INTEGRATION_DESCRIPTIONS,
};
