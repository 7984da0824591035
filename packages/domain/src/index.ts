export {
  type ActivityCell,
  baselineOf,
  type RatedCell,
  rateActivity,
  WEEKS_COMPARED,
  WEEKS_NEEDED,
} from './activity.ts';
export { formatDuration } from './ages.ts';
export {
  AGGREGATION_NAMES,
  AGGREGATIONS,
  type Aggregation,
  type AggregationTraits,
  EACH_READING,
} from './aggregations.ts';
export { type AlertDiff, type AlertSpan, diffAlerts } from './alert-diff.ts';
export { ATTRIBUTE_KEY_EMPTY, attributeKey, isAttributeKey } from './attribute-keys.ts';
export {
  AUDIT_ACTION_TEXTS,
  AUDIT_ACTIONS,
  AUDIT_PROBLEM_KINDS,
  AUDIT_PROBLEM_TEXTS,
  type AuditAction,
  type AuditProblemKind,
  currentAuditAction,
  describeAuditAction,
  storedAuditActions,
} from './audit.ts';
export {
  CHANNEL_KINDS,
  CHANNELS,
  type ChannelKind,
  type ChannelSetting,
  channelTraits,
  DEVICE_SYSTEMS,
  type DeviceSystem,
  FORM_CHANNELS,
  type FormChannel,
  isChannelKind,
  isSettable,
  isSigned,
  mayOwn,
  SETTABLE_CHANNELS,
  type SettableChannel,
  type SettingForm,
  type SignedChannel,
} from './channels.ts';
export { DEFAULT_POLICIES, type DefaultPolicy } from './default-policies.ts';
export { delayText, parseDelay } from './delays.ts';
export {
  type Audience,
  chainFor,
  DEFAULT_RULES,
  type EscalationChain,
  type EscalationStep,
  type NextEscalation,
  type NotificationRules,
  nextEscalation,
} from './escalations.ts';
export { FEEDBACK_MAX, FEEDBACK_TOO_LONG, MOODS, type Mood, UILOG_MAX } from './feedback.ts';
export { type FieldProblem, prefixPath } from './field-problems.ts';
export {
  CAUSES,
  type Cause,
  exceedsCause,
  findRootAlert,
  getCause,
  type IncidentAlert,
  isPossibleSymptom,
  SAME_LOSS_WINDOW_MS,
} from './incidents.ts';
export {
  columnOf,
  fluidSensorOf,
  METRICS,
  type Metric,
  type MetricColumn,
  metricOf,
  POLICY_METRIC_IDS,
  SILENCE_METRIC,
} from './metrics.ts';
export { NAME_MAX, NAME_MESSAGES, type NameResult, nameKey, normalizeName, validateName } from './names.ts';
export {
  DEFAULT_NOTIFICATIONS,
  DIGEST_FREQUENCIES,
  type Digest,
  type DigestFrequency,
  digestSpan,
  isSubscribed,
  LANGUAGES,
  type Language,
  MIN_SEVERITIES,
  type MinSeverity,
  meetsMinSeverity,
  minSeverityOf,
  NOTIFICATION_KIND_LABELS,
  NOTIFICATION_KINDS,
  type NotifiableAlert,
  type NotificationKind,
  type NotificationMatrix,
  type NotificationPreferences,
  nextDigest,
  notificationKindOf,
  type QuietHours,
  quietHoursUntil,
} from './notification-preferences.ts';
export {
  type Comparison,
  hasThreshold,
  OPERATOR_NAMES,
  OPERATORS,
  type Operator,
  type OperatorTraits,
  operatorTraits,
  recordedOperator,
  SILENCE_OPERATOR,
} from './operators.ts';
export { normalizePassword, PASSWORD_MAX, PASSWORD_MIN, PASSWORD_RULES, passwordProblem } from './passwords.ts';
export {
  covers,
  describePermissions,
  hasMetricsAccess,
  isAdmin,
  isLocationAdmin,
  isLocationViewer,
  narrowPermissions,
  normalizePermissions,
  PERMISSION_MESSAGES,
  type Permission,
  ROLES,
  type Role,
  visibleLocations,
} from './permissions.ts';
export {
  appliesInZones,
  type Condition,
  type DoNotDisturb,
  newCondition,
  newViolation,
  type PolicyContent,
  type PolicyDefinition,
  SENTRY_OFFLINE,
  type Violation,
} from './policies.ts';
export {
  changeText,
  POLICY_CHANGE_CODES,
  type PolicyChange,
  type PolicyChangeCode,
  policyChanges,
  type ViolationKeys,
  violationKeys,
} from './policy-changes.ts';
export { isSame, type NamedContent, patchBetween, type RebasedDraft, rebaseDraft } from './policy-drafts.ts';
export {
  type ConditionPatch,
  IN_FORCE_REASONS,
  type InForceReason,
  type PinnedPolicy,
  type PolicyOverride,
  type PolicyPatch,
  patchProblems,
  policyInForce,
  type ResolvedPolicy,
  type ViolationPatch,
} from './policy-merge.ts';
export { definitionProblems } from './policy-rules.ts';
export {
  type AttemptCapacity,
  admissionOf,
  afterDelivery,
  afterFailure,
  afterRefusal,
  type FailedAttempt,
  type Failure,
  isOwnFailure,
  type ReceiverHealth,
  retryDelay,
  type SelectedMessages,
  selectMessages,
  UNTRIED,
  URGENT_SEVERITY,
  type WaitingMessage,
} from './receiver-health.ts';
export { RETENTION_DAYS, RETENTION_KINDS, type RetentionDays, type RetentionKind } from './retention.ts';
export { DEMO_SCENARIO_NAMES, DEMO_SCENARIOS, type DemoScenarioName, SIMULATED_MODEL } from './scenario-table.ts';
export {
  endsNextDay,
  nextClockChange,
  nextTransitions,
  type QuietInterval,
  quietIntervalAt,
  quietIntervalsBetween,
  type ScheduleTransition,
  scheduleProblems,
  scheduleText,
} from './schedules.ts';
export { POLICY_CHANGE_SEVERITY, SEVERITY_LABELS, type SeverityLabel, severityLabel } from './severity.ts';
export { BUSINESS_STATUS_LABELS, BUSINESS_STATUSES, type BusinessStatus, MAX_DEMO_TENANTS } from './tenants.ts';
export { cleanText, TEXT_MESSAGES, type TextForm, textProblem, truncateText } from './text.ts';
export {
  DATE_TIME_MESSAGE,
  formatInstant,
  holdMillis,
  isTimezone,
  type Millis,
  parseInstant,
  TIMEZONE_MESSAGE,
} from './time.ts';
export {
  type Edit,
  listValuesInForce,
  mergeEqualNeighbors,
  mergeOverlapping,
  type ValueInterval,
} from './timelines.ts';
export {
  celsiusToFahrenheit,
  type DisplayValue,
  displayValue,
  fahrenheitToCelsius,
  storedValue,
  type UnitPreference,
} from './units.ts';
export { VERDICT_WORDS, VERDICTS, type Verdict } from './verdicts.ts';
export {
  hasEnded,
  type KnownWarning,
  latestPerEvent,
  type Point,
  reconcileWarnings,
  type Warning,
  WEATHER_PROVIDER_NAMES,
  WEATHER_PROVIDERS,
  WEATHER_SEVERITIES,
  type WeatherProvider,
  type WeatherStep,
  weatherProvidersAt,
  weatherSeverity,
} from './weather.ts';
export {
  CELLS,
  type Cell,
  gridProblems,
  maskFor,
  returnCells,
  scaleProblem,
  subtractZone,
  ZONE_COLUMNS,
  ZONE_MESSAGES,
  ZONE_ROWS,
  type ZoneGrid,
} from './zones.ts';
