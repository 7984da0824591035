export type { LoginOutcome } from './account-endpoints.ts';
export { MAX_TOKEN_DAYS, MFA_METHODS, Permission, Preferences, SignupBody, THEMES, TOKEN_KINDS } from './accounts.ts';
export {
  ALERT_KINDS,
  ALERT_STATES,
  type AlertKind,
  type AlertState,
  MAX_COMMENTS,
  NOTIFICATION_REASONS,
  type NotificationReason,
  STEP_CODES,
  type StepCode,
} from './alerts.ts';
export { type ApiHost, apiBase } from './api-base.ts';
export { ASSET_GRID } from './assets.ts';
export { CHANNEL_SETTINGS, type ChannelSettings } from './channel-settings.ts';
export { ACCESS, type Access, type Caching, type Endpoint, type Throttle } from './endpoint.ts';
export {
  type BodyOf,
  ENDPOINT_KEYS,
  ENDPOINT_TABLE,
  ENDPOINTS,
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
export { NETWORK_RESULTS, NetworkReport, NetworkSettings } from './network.ts';
export {
  DELIVERY_CHANGES,
  DELIVERY_STATES,
  LINK_ACTIONS,
  NotificationPreferences,
  StoredNotificationRules,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from './notifications.ts';
export { Version as VersionFacts } from './operations.ts';
export { DoNotDisturb, PolicyDefinition, StoredOverride } from './policies.ts';
export {
  RECIPIENT_CODES,
  type RecipientCode,
  SIMULATION_CODES,
  type SimulationCode,
  SUGGESTED_FIELDS,
  type SuggestedField,
} from './policy-insight.ts';
export { FLUID_STATUSES, SensorToPair } from './sensors.ts';
export { type ReplayedEventKind, StreamEvent, type StreamEventKind, type StreamEventOut } from './stream.ts';
export {
  FrameBody,
  MAX_READINGS,
  MqttReport,
  MqttReportResponse,
  ReadingBody,
  responseTopic,
  TELEMETRY_TOPIC_FILTER,
  telemetryTopic,
} from './telemetry.ts';
export type {
  ActionLinkOut,
  ActivityOut,
  AlertDeliveryOut,
  AlertDetailOut,
  AlertOut,
  AlertReadingOut,
  AlertStepOut,
  AnnotationsOut,
  AnnouncementOut,
  ApiTokenOut,
  AssetOut,
  AuditEntryOut,
  AuditProblemOut,
  BacktestOut,
  CalendarOut,
  DestinationOut,
  EditPreviewOut,
  EffectivePolicyOut,
  FluidSensorOut,
  FrameOut,
  LatestReadingOut,
  LocationCardOut,
  LocationOut,
  MaintenanceWindowOut,
  MessageOut,
  MfaOut,
  MqttAccessOut,
  NetworkReportIn,
  NotificationPreviewOut,
  NotificationRulesOut,
  NotificationSettingsOut,
  OutboundDestinationOut,
  OverrideOut,
  OwnTenantOut,
  PolicyCardOut,
  PolicyChangeOut,
  PolicyEditOut,
  PolicyOut,
  PolicyVersionOut,
  ProfileOut,
  RetentionOut,
  SearchResultOut,
  SensorSettingOut,
  SentLinkOut,
  SentryNetworkOut,
  SentryOut,
  SessionInfo,
  SimulationOut,
  StoredOverrideOut,
  TaggingZoneOut,
  TelemetrySeriesOut,
  TenantOut,
  TuningSuggestionsOut,
  UserOut,
  ZoneOut,
  ZonePreviewOut,
} from './types.ts';
