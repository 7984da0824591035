import { AGGREGATION_NAMES, EACH_READING } from '@picket/domain/aggregations';
import { OPERATOR_NAMES } from '@picket/domain/operators';
import { POLICY_CHANGE_CODES } from '@picket/domain/policy-changes';
import { IN_FORCE_REASONS } from '@picket/domain/policy-merge';
import { POLICY_WARNING_CODES } from '@picket/domain/policy-warnings';
import { z } from 'zod';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { Column, NameInput, SensorMetricId, Text } from './request-texts.ts';

const Seconds = z.number().min(0).max(31_536_000);
const Adjustment = z.number().min(-31_536_000).max(31_536_000);
const Description = Text(256).min(1);
/** As stored by any version: it is read as it is, since it identifies alerts. */
const StoredDescription = z.string();
const Threshold = z.number().min(-1e12).max(1e12);

const Calculation = z.strictObject({ grab: z.enum(AGGREGATION_NAMES), minutes: z.number().min(0).max(44_640) });
/** What a condition compares; absent: each reading, or an alert that was raised before it was recorded. */
export const RecordedCalculation = Calculation.optional();

const conditionFields = {
  calc: Calculation,
  operator: z.enum(OPERATOR_NAMES),
  threshold: Threshold,
  onsetDelay: Seconds,
  exitDelay: Seconds,
  violationStartAdjustment: Adjustment,
  zoneId: Guid.optional(),
};

const violationFields = {
  severity: z.number().int().min(0).max(999),
  video: z.boolean(),
  activeResolution: z.boolean(),
  onsetDelay: Seconds,
  exitDelay: Seconds,
  incidentStartAdjustment: Adjustment,
  instant: z.boolean(),
};

const Condition = z.strictObject({ sensorMetricId: z.string(), column: z.string(), ...conditionFields });

const Violation = z.strictObject({
  description: StoredDescription,
  ...violationFields,
  conditions: z.array(Condition).min(1).max(16),
});

/** A definition as stored and returned. */
export const PolicyDefinition = z.strictObject({ violations: z.array(Violation).max(64), zone: Guid.optional() });

/** A definition as sent: omitted fields have default values. */
const ConditionInput = z.strictObject({
  sensorMetricId: SensorMetricId,
  ...conditionFields,
  column: Column.default('value'),
  calc: conditionFields.calc.default(EACH_READING),
  threshold: Threshold.default(0),
  onsetDelay: Seconds.default(0),
  exitDelay: Seconds.default(0),
  violationStartAdjustment: Adjustment.default(0),
});
const ViolationInput = z.strictObject({
  description: Description,
  severity: violationFields.severity,
  video: z.boolean().default(false),
  activeResolution: z.boolean().default(false),
  onsetDelay: Seconds.default(0),
  exitDelay: Seconds.default(0),
  incidentStartAdjustment: Adjustment.default(0),
  instant: z.boolean().default(false),
  conditions: z.array(ConditionInput).min(1).max(16),
});
export const DefinitionInput = z.strictObject({ violations: z.array(ViolationInput).max(64), zone: Guid.optional() });

export const DoNotDisturb = z.strictObject({
  daysOfWeek: z.array(z.number().int().min(1).max(7)).max(7),
  beginHour: z.number().int().min(0).max(23),
  beginMinute: z.number().int().min(0).max(59),
  endHour: z.number().int().min(0).max(23),
  endMinute: z.number().int().min(0).max(59),
});

export const Policy = z.object({
  guid: Guid,
  name: z.string(),
  version: z.number(),
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.optional(),
  /** false for the policy that is part of the product. */
  deletable: z.boolean(),
  last_update_ts: InstantOut,
});

export const PolicyCreate = z.strictObject({
  name: NameInput,
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().optional(),
});

/** Omitted fields stay; doNotDisturb null removes the schedule. */
export const PolicyUpdate = z.strictObject({
  name: NameInput.optional(),
  definition: DefinitionInput.optional(),
  doNotDisturb: DoNotDisturb.nullable().optional(),
});

const fieldChange = <Field extends string, Value extends z.ZodType>(field: Field, value: Value) =>
  z.object({ field: z.literal(field), before: value, after: value });

const NamedZone = z.object({ guid: Guid, name: z.string() });

/** What an edit made of one field: delays and adjustments in seconds, a threshold in its stored unit. */
const FieldChange = z.discriminatedUnion('field', [
  fieldChange('name', z.string()),
  fieldChange('description', z.string()),
  fieldChange('severity', z.number()),
  fieldChange('video', z.boolean()),
  fieldChange('activeResolution', z.boolean()),
  fieldChange('instant', z.boolean()),
  fieldChange('onsetDelay', z.number()),
  fieldChange('exitDelay', z.number()),
  fieldChange('incidentStartAdjustment', z.number()),
  fieldChange('violationStartAdjustment', z.number()),
  fieldChange('column', z.string()),
  fieldChange('operator', z.enum(OPERATOR_NAMES)),
  fieldChange('threshold', z.number()),
  fieldChange('calc', z.object({ grab: z.enum(AGGREGATION_NAMES), minutes: z.number() })),
  fieldChange('zone', NamedZone.nullable()),
  fieldChange('schedule', DoNotDisturb.nullable()),
]);

/** One change of an edit; `text` is the same in English and in stored units. */
export const PolicyChange = z.object({
  code: z.enum(POLICY_CHANGE_CODES),
  text: z.string(),
  subject: z.string(),
  /** The condition of the violation, where it happened to one; `calc` absent: each reading, or an edit before it was recorded. */
  condition: z.object({ sensorMetricId: z.string(), column: z.string(), calc: RecordedCalculation }).optional(),
  fields: z.array(FieldChange),
});

/** A change as earlier versions stored it. */
export const EarlierPolicyChange = z.object({
  code: z.enum(POLICY_CHANGE_CODES),
  subject: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});

const ValueRange = z.object({ min: z.number(), max: z.number() });

/** What an edit makes of a violation: the console asks before it saves such an edit, the API saves it and returns it. */
export const PolicyWarning = z.object({
  code: z.enum(POLICY_WARNING_CODES),
  violation: z.string(),
  /** The index of the violation in the definition, and that of the condition that decides. */
  index: z.number(),
  condition: z.number(),
  thresholdBefore: z.number().nullable(),
  /** What sensors can measure, and what they read in the last 30 days, in stored units. */
  measurable: ValueRange.nullable(),
  read: ValueRange.nullable(),
  /** The alerts it raised in the last 30 days, and how many of them were real. */
  alerts: z.number(),
  real: z.number(),
});

/** A policy as it was saved. */
export const SavedPolicy = Policy.extend({ warnings: z.array(PolicyWarning) });

/** `confirmed`: a person was shown the warnings and saves anyway; the audit log records it. */
export const ConfirmedQuery = z.strictObject({
  confirmed: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

const Metrics = Text(512).regex(/^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$/u, 'must be metrics, separated by commas');

export const PolicyEvidenceQuery = z.strictObject({
  /** The metrics to read, as policies name them, separated by commas; omitted: those of the policy. */
  metrics: Metrics.optional(),
  /** Whose alerts; omitted: none. */
  policy: Guid.optional(),
  /** Only this sentry; omitted: all that the caller may see. */
  sentry: Guid.optional(),
});

/** What was read and raised in the last 30 days. */
export const PolicyEvidence = z.object({
  days: z.number(),
  read: z.array(ValueRange.extend({ sensorMetricId: z.string(), column: z.string() })),
  raised: z.array(
    z.object({
      violation: z.string(),
      alerts: z.number(),
      real: z.number(),
      /** null: one is still open. */
      longestSeconds: z.number().nullable(),
    }),
  ),
});

export const PolicyVersion = z.object({
  version: z.number(),
  name: z.string(),
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.optional(),
  changes: z.array(PolicyChange),
  createdBy: z.string().optional(),
  createdAt: InstantOut,
});

export const VersionParams = z.strictObject({ guid: Guid, version: z.coerce.number().int().min(1).max(2_147_483_647) });

interface PatchTexts {
  readonly description: z.ZodString;
  readonly sensorMetricId: z.ZodString;
  readonly column: z.ZodString;
}

/** A patch over the global policy: violations are matched by description, conditions by sensorMetricId. */
const overridePatch = ({ description, sensorMetricId, column }: PatchTexts) => {
  const ConditionPatch = z.strictObject({
    sensorMetricId,
    column: column.optional(),
    ...z.object(conditionFields).partial().shape,
  });
  const ViolationPatch = z.strictObject({
    description,
    ...z.object(violationFields).partial().shape,
    conditions: z.array(ConditionPatch).max(16).optional(),
  });
  return z.strictObject({
    ignoreGlobalPolicyChanges: z.literal(false),
    definition: z.strictObject({ violations: z.array(ViolationPatch).max(64), zone: Guid.optional() }),
    /** Left out: as in the global policy. null: none. */
    doNotDisturb: DoNotDisturb.nullable().optional(),
  });
};

const OverridePatch = overridePatch({
  description: Description,
  sensorMetricId: SensorMetricId,
  column: Column,
});

/** A pinned copy, which edits of the global policy do not affect. */
const OverridePinned = z.strictObject({
  ignoreGlobalPolicyChanges: z.literal(true),
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().default(null),
});

export const OverrideBody = z.discriminatedUnion('ignoreGlobalPolicyChanges', [OverridePatch, OverridePinned]);

export const StoredOverride = z.discriminatedUnion('ignoreGlobalPolicyChanges', [
  overridePatch({ description: StoredDescription, sensorMetricId: z.string(), column: z.string() }),
  z.strictObject({
    ignoreGlobalPolicyChanges: z.literal(true),
    definition: PolicyDefinition,
    doNotDisturb: DoNotDisturb.nullable(),
  }),
]);

export const Override = z.object({
  sentry: z.object({ guid: Guid, name: z.string() }),
  location: z.object({ guid: Guid, name: z.string() }),
  ignoreGlobalPolicyChanges: z.boolean(),
  override: StoredOverride,
  changedBy: z.string().optional(),
  last_update_ts: InstantOut,
});

/** The value in force on one sentry, and why. */
export const EffectivePolicy = z.object({
  policy: z.object({ guid: Guid, name: z.string(), version: z.number() }),
  sentry: Guid,
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.optional(),
  ignoreGlobalPolicyChanges: z.boolean(),
  reason: z.enum(IN_FORCE_REASONS),
  /** What the override decides. */
  overridden: z.array(z.string()),
  /** Parts of the override that match nothing in the global policy any more. */
  dormant: z.array(z.string()),
  override: StoredOverride.optional(),
  /** Of the global policy or of the override, whichever is later. */
  last_update_ts: InstantOut,
});

/** The policy as it is in force on the sentry now. */
export const SavedOverride = EffectivePolicy.extend({ warnings: z.array(PolicyWarning) });

export const SentryPolicyParams = z.strictObject({ guid: Guid, policyGuid: Guid });

export const BacktestBody = z.strictObject({
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().optional(),
  location: Guid.optional(),
  sentry: Guid.optional(),
  /** The draft is an override of the sentry, not the global policy. */
  isOverride: z.boolean().optional(),
  from: InstantIn,
  to: InstantIn,
});

export const TraceStep = z.object({
  at: InstantOut,
  code: z.string(),
  sensorMetricId: z.string().optional(),
  column: z.string().optional(),
  operator: z.string().optional(),
  threshold: z.number().optional(),
  calc: RecordedCalculation,
  operand: z.number().nullable().optional(),
});

export const BacktestAlert = z.object({
  sentry: Guid,
  violation: z.string(),
  severity: z.number(),
  subject: z.string().optional(),
  startedAt: InstantOut,
  raisedAt: InstantOut,
  endedAt: InstantOut.optional(),
  clearedAt: InstantOut.optional(),
  muted: z.boolean(),
});

const BacktestSide = z.object({
  alerts: z.array(BacktestAlert),
  /** Times a delay ran and was not reached. */
  nearMisses: z.number(),
});

export const Backtest = z.object({
  draft: BacktestSide,
  inForce: BacktestSide,
  sentries: z.number(),
  readings: z.number(),
  /** The series of its conditions; `column` as in telemetry, zones' columns with their zone. */
  series: z.array(z.object({ sentry: Guid, sensorMetricId: z.string(), column: z.string() })),
  /** It has a violation on silence, which needs receipt times: those are not stored, so its alerts are not included. */
  includesSilence: z.boolean(),
});
