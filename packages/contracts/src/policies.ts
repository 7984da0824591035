import { GRABS, OPERATORS } from '@picket/domain';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

const Seconds = z.number().min(0).max(31_536_000);
const Adjustment = z.number().min(-31_536_000).max(31_536_000);

export const Condition = z.object({
  sensorMetricId: z.string().min(1).max(160),
  column: z.string().min(1).max(64),
  calc: z.object({ grab: z.enum(GRABS), minutes: z.number().min(0).max(44_640) }),
  operator: z.enum(OPERATORS),
  threshold: z.number(),
  onsetDelay: Seconds,
  exitDelay: Seconds,
  violationStartAdjustment: Adjustment,
  zoneId: z.string().optional(),
});

export const Violation = z.object({
  description: z.string().min(1).max(256),
  severity: z.number().int().min(0).max(999),
  video: z.boolean(),
  activeResolution: z.boolean(),
  onsetDelay: Seconds,
  exitDelay: Seconds,
  incidentStartAdjustment: Adjustment,
  instant: z.boolean(),
  conditions: z.array(Condition).min(1).max(16),
});

export const PolicyDefinition = z.object({ violations: z.array(Violation).max(64) });

export const DoNotDisturb = z.object({
  daysOfWeek: z.array(z.number().int().min(1).max(7)),
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
  last_update_ts: InstantOut,
});
