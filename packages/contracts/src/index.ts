export { Preferences, SignupBody, THEMES, TOKEN_KINDS } from './accounts.ts';
export { ALERT_KINDS, ALERT_STATES, type AlertKind, type AlertState, STEP_CODES, type StepCode } from './alerts.ts';
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
export { DoNotDisturb, PolicyDefinition } from './policies.ts';
export { StreamEvent } from './stream.ts';
export { FrameBody, MAX_READINGS, ReadingBody } from './telemetry.ts';
export type {
  AlertDetailOut,
  AlertOut,
  AlertReadingOut,
  AlertStepOut,
  LatestReadingOut,
  LocationCardOut,
  LocationOut,
  PolicyOut,
  ProfileOut,
  SentryOut,
  StreamEventOut,
  TelemetrySeriesOut,
} from './types.ts';
