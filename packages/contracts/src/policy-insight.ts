/** Previews, simulations, tuning suggestions and edits of policies. */
import { IN_FORCE_REASONS } from '@picket/domain/policy-merge';
import { z } from 'zod';
import {
  BacktestAlert,
  DefinitionInput,
  DoNotDisturb,
  PolicyChange,
  PolicyDefinition,
  RecordedCalculation,
} from './policies.ts';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { Column, NameInput, SensorMetricId } from './request-texts.ts';
import { Exclusions, ZoneSide } from './zones.ts';

const Named = z.object({ guid: Guid, name: z.string() });

export const EditPreviewBody = z.strictObject({
  /** Omitted: a new policy. */
  policy: Guid.optional(),
  name: NameInput,
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().optional(),
});

export const EditPreview = z.object({
  /** As it would be stored: name normalized, defaults filled in. */
  name: z.string(),
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.nullable(),
  changes: z.array(PolicyChange),
  /** Where it would be in force. */
  locations: z.number(),
  sentries: z.number(),
  /** Overrides. `followsPolicy` false: a pinned copy, which this edit does not affect. */
  overrides: z.array(z.object({ sentry: Named, location: Named, followsPolicy: z.boolean() })),
  /** Running delays: those kept, and those recomputed from history. */
  delays: z.object({ kept: z.number(), recomputed: z.number() }),
  /** Open alerts: those kept, those recomputed, those ended as "policy changed". */
  open: z.object({ kept: z.number(), recomputed: z.number(), ended: z.number() }),
});

const SimulatedValue = z.number().min(-1e12).max(1e12);

export const SimulationBody = z.strictObject({
  sentry: Guid,
  sensorMetricId: SensorMetricId,
  column: Column,
  value: SimulatedValue,
  at: InstantIn,
  /** How long it keeps the value; omitted: as long as any delay needs. */
  seconds: z.number().min(0).max(31_536_000).optional(),
  /** Only this user; omitted: every user the caller may see. */
  user: Guid.optional(),
  /** A draft in place of one policy. */
  draft: z
    .strictObject({ policy: Guid, definition: DefinitionInput, doNotDisturb: DoNotDisturb.nullable().optional() })
    .optional(),
});

/** The result for one violation. */
export const SIMULATION_CODES = ['RAISED', 'WITHIN_LIMITS', 'DELAY_NOT_REACHED', 'OTHER_CONDITION_NOT_MET'] as const;
export type SimulationCode = (typeof SIMULATION_CODES)[number];

/** Whether a user would be notified. */
export const RECIPIENT_CODES = ['CAN_VIEW', 'NO_PERMISSION', 'NOT_SIGNED_UP'] as const;
export type RecipientCode = (typeof RECIPIENT_CODES)[number];

export const Simulation = z.object({
  sensorTimezone: z.string(),
  violations: z.array(
    z.object({
      policy: Named,
      violation: z.string(),
      severity: z.number(),
      code: z.enum(SIMULATION_CODES),
      /** When the alert would be raised. */
      raisedAt: InstantOut.optional(),
      /** Raised in do-not-disturb: until when notifications are suppressed. */
      mutedUntil: InstantOut.optional(),
      /** Where the value in force comes from. */
      reason: z.enum(IN_FORCE_REASONS),
      limit: z.object({ operator: z.string(), threshold: z.number(), calc: RecordedCalculation }),
      /** The sum of its delays, in seconds. */
      delaySeconds: z.number(),
    }),
  ),
  /** Who would be notified. */
  users: z.array(z.object({ guid: Guid, name: z.string(), code: z.enum(RECIPIENT_CODES) })),
});

const Counts = z.object({ real: z.number(), false: z.number(), maintenance: z.number(), withoutVerdict: z.number() });

export const SUGGESTED_FIELDS = ['exitDelay', 'onsetDelay', 'threshold'] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

const Suggestion = z.object({
  violation: z.string(),
  field: z.enum(SUGGESTED_FIELDS),
  before: z.number(),
  after: z.number(),
  /** For thresholds: of which condition. */
  sensorMetricId: z.string().optional(),
  column: z.string().optional(),
  /** Of the false alerts the version in force raises, how many this would have avoided. */
  falseAlerts: z.number(),
  removed: z.number(),
  realAlerts: z.number(),
  /** Real ones that would have been raised later. None would be lost: such a change is never suggested. */
  delayed: z.number(),
  longestDelaySeconds: z.number(),
  /** Where most of them were. */
  sentry: Guid,
});

export const TuningSuggestions = z.object({
  from: InstantOut,
  to: InstantOut,
  counts: Counts,
  violations: z.array(Counts.extend({ violation: z.string() })),
  suggestions: z.array(Suggestion),
});

export const PolicyEditQuery = PageQuery.extend({ policy: Guid.optional(), sentry: Guid.optional() });

export const PolicyEdit = z.object({
  /** Its policy-change alert: POST /alerts/{alert}/restore reverts it. */
  alert: Guid,
  title: z.string(),
  policy: Guid.optional(),
  sentry: Guid.optional(),
  location: Guid.optional(),
  createdBy: z.string().optional(),
  createdAt: InstantOut,
  changes: z.array(PolicyChange),
  restorable: z.boolean(),
  restored: z.object({ by: z.string(), at: InstantOut }).optional(),
});

export const PolicyCard = z.object({
  guid: Guid,
  name: z.string(),
  version: z.number(),
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.optional(),
  deletable: z.boolean(),
  /** How many sentries it is in force on, and at how many locations. */
  sentries: z.number(),
  locations: z.number(),
  overrides: z.number(),
  /** Of the last 30 days. */
  alerts: z.number(),
  open: z.number(),
  verdicts: z.object({ real: z.number(), false: z.number(), maintenance: z.number() }),
  last_update_ts: InstantOut,
});
export const PolicyCards = z.object({ items: z.array(PolicyCard) });

export const ZonePreviewBody = z.strictObject({
  sentry: Guid,
  sensorMetricId: SensorMetricId,
  rows: ZoneSide,
  columns: ZoneSide,
  exclusions: Exclusions,
  /** The zone that would be redrawn. */
  zoneId: Guid.optional(),
  /** The policy whose base zone it is, or would be. */
  policy: Guid.optional(),
  /** The definition of its policy: for a tagging zone. */
  definition: DefinitionInput.optional(),
  from: InstantIn,
  to: InstantIn,
});

export const ZonePreview = z.object({
  pictures: z.number(),
  /** Its values, thinned to at most 400 points: the highest of each interval. */
  column: z.string(),
  points: z.array(z.object({ at: InstantOut, value: z.number() })),
  draft: z.array(BacktestAlert),
  inForce: z.array(BacktestAlert),
});
