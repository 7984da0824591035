export { Preferences, SignupBody, THEMES, TOKEN_KINDS } from './accounts.ts';
export {
  ALERT_KINDS,
  ALERT_STATES,
  type AlertKind,
  type AlertState,
  STEP_CODES,
  type StepCode,
  TOLD_CODES,
  type ToldCode,
} from './alerts.ts';
export {
  ACCESS,
  type Access,
  type BodyOf,
  type Caching,
  ENDPOINT_KEYS,
  ENDPOINT_TABLE,
  ENDPOINTS,
  type Endpoint,
  type EndpointKey,
  type Endpoints,
  type ParamsOf,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
  type QueryOf,
  type ResponseOf,
  routeOf,
} from './endpoints.ts';
export { ERRORS, ErrorBody, type ErrorCode, FieldError } from './errors.ts';
export { DoNotDisturb, PolicyDefinition, StoredOverride } from './policies.ts';
export { FLUID_STATUSES, SensorToPair } from './sensors.ts';
export { StreamEvent } from './stream.ts';
export { FrameBody, MAX_READINGS, ReadingBody } from './telemetry.ts';
export type {
  AlertDetailOut,
  AlertOut,
  AlertReadingOut,
  AlertStepOut,
  EffectivePolicyOut,
  FluidSensorOut,
  LatestReadingOut,
  LocationCardOut,
  LocationOut,
  OverrideOut,
  PolicyChangeOut,
  PolicyOut,
  PolicyVersionOut,
  ProfileOut,
  SensorSettingOut,
  SentryOut,
  StoredOverrideOut,
  StreamEventOut,
  TelemetrySeriesOut,
  ZoneOut,
} from './types.ts';
