/** What a policy would do, did, and for whom: previews, trials, lessons, and the record of edits. */
import { IN_FORCE_REASONS } from '@picket/domain';
import { z } from 'zod';
import { BacktestAlert, DefinitionInput, DoNotDisturb, PolicyChange, PolicyDefinition } from './policies.ts';
import { Guid, InstantIn, InstantOut, PageQuery } from './primitives.ts';
import { Column, NameInput, SensorMetricId } from './request-texts.ts';
import { Exclusions, ZoneSide } from './zones.ts';

const Named = z.object({ guid: Guid, name: z.string() });

export const EditPreviewBody = z.strictObject({
  /** Left out: it would be a new one. */
  policy: Guid.optional(),
  name: NameInput,
  definition: DefinitionInput,
  doNotDisturb: DoNotDisturb.nullable().optional(),
});

export const EditPreview = z.object({
  /** As it would be stored: names tidied, what was left out filled in. */
  name: z.string(),
  definition: PolicyDefinition,
  doNotDisturb: DoNotDisturb.nullable(),
  changes: z.array(PolicyChange),
  /** Whom it would be in force for. */
  locations: z.number(),
  sentries: z.number(),
  /** Sentries that do something of their own. `follows` false: a pinned copy, which this edit does not touch. */
  overrides: z.array(z.object({ sentry: Named, location: Named, followsPolicy: z.boolean() })),
  /** Delays that run now: those that go on, and those worked out again from history. */
  delays: z.object({ kept: z.number(), recomputed: z.number() }),
  /** Alerts open now: those that go on, those judged again, those ended as "policy changed". */
  open: z.object({ kept: z.number(), recomputed: z.number(), ended: z.number() }),
});

const Value = z.number().min(-1e12).max(1e12);

export const SimulationBody = z.strictObject({
  sentry: Guid,
  sensorMetricId: SensorMetricId,
  column: Column,
  value: Value,
  at: InstantIn,
  /** How long it reads that; left out: as long as any delay asks for. */
  seconds: z.number().min(0).max(31_536_000).optional(),
  /** Whom to ask about; left out: everybody the caller may know of. */
  user: Guid.optional(),
  /** A draft in the place of what one policy says. */
  draft: z
    .strictObject({ policy: Guid, definition: DefinitionInput, doNotDisturb: DoNotDisturb.nullable().optional() })
    .optional(),
});

/** What decides about one violation. */
export const SIMULATION_CODES = ['RAISED', 'WITHIN_LIMITS', 'DELAY_NOT_REACHED', 'OTHER_CONDITION_NOT_MET'] as const;
export type SimulationCode = (typeof SIMULATION_CODES)[number];

/** What decides whether a person is told. */
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
      /** Raised while do-not-disturb holds: until when nobody is told. */
      mutedUntil: InstantOut.optional(),
      /** Where the value in force comes from. */
      reason: z.enum(IN_FORCE_REASONS),
      limit: z.object({ operator: z.string(), threshold: z.number() }),
      /** How long its delays ask for, in seconds. */
      delaySeconds: z.number(),
    }),
  ),
  /** Who would see it. */
  users: z.array(z.object({ guid: Guid, name: z.string(), code: z.enum(RECIPIENT_CODES) })),
});

const Counts = z.object({ real: z.number(), false: z.number(), maintenance: z.number(), withoutVerdict: z.number() });

export const SUGGESTED_FIELDS = ['exitDelay', 'onsetDelay', 'threshold'] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

export const Suggestion = z.object({
  violation: z.string(),
  field: z.enum(SUGGESTED_FIELDS),
  before: z.number(),
  after: z.number(),
  /** For thresholds: whose. */
  sensorMetricId: z.string().optional(),
  column: z.string().optional(),
  /** Of the false alerts the version in force raises, how many this would have spared people. */
  falseAlerts: z.number(),
  removed: z.number(),
  realAlerts: z.number(),
  /** Real ones it would have found later. None would be lost: such a change is never suggested. */
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
  /** The alert that tells of it: POST /alerts/{alert}/restore takes it back. */
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
  /** What would watch it: for a tagging zone. */
  definition: DefinitionInput.optional(),
  from: InstantIn,
  to: InstantIn,
});

export const ZonePreview = z.object({
  pictures: z.number(),
  /** What it would have seen, thinned to at most 400 points: the highest of each stretch. */
  column: z.string(),
  points: z.array(z.object({ at: InstantOut, value: z.number() })),
  draft: z.array(BacktestAlert),
  inForce: z.array(BacktestAlert),
});
