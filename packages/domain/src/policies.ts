/**
 * What a policy is made of (specification, section 3). The engine, the server and the console share these types;
 * the zod schemas of the contracts check the same shapes.
 */
import { type Calculation, EACH_READING } from './aggregations.ts';
import type { Operator } from './operators.ts';

export interface Condition {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly calc: Calculation;
  readonly operator: Operator;
  readonly threshold: number;
  /** Delays and adjustments are seconds. */
  readonly onsetDelay: number;
  readonly exitDelay: number;
  readonly violationStartAdjustment: number;
  readonly zoneId?: string | undefined;
}

export interface Violation {
  readonly description: string;
  readonly severity: number;
  readonly video: boolean;
  readonly activeResolution: boolean;
  readonly onsetDelay: number;
  readonly exitDelay: number;
  readonly incidentStartAdjustment: number;
  readonly instant: boolean;
  readonly conditions: readonly Condition[];
}

export interface PolicyDefinition {
  readonly violations: readonly Violation[];
  /** The base zone: what conditions on pictures without a zone of their own use. */
  readonly zone?: string | undefined;
}

/** The content of a policy: its definition and its do-not-disturb schedule. */
export interface PolicyContent {
  readonly definition: PolicyDefinition;
  readonly doNotDisturb: DoNotDisturb | null;
}

/** A weekly schedule in the location's zone; 1 = Monday .. 7 = Sunday is the day an interval begins on. */
export interface DoNotDisturb {
  readonly daysOfWeek: readonly number[];
  readonly beginHour: number;
  readonly beginMinute: number;
  readonly endHour: number;
  readonly endMinute: number;
}

/** The one policy that cannot be deleted. */
export const SENTRY_OFFLINE = 'Sentry offline';

/** Whether a violation applies where only these zones exist: not if it names a zone of another location. */
export const appliesInZones = ({ conditions }: Violation, zoneIds: ReadonlySet<string>): boolean =>
  conditions.every(({ zoneId }) => zoneId === undefined || zoneIds.has(zoneId));

/** A condition on each reading, without delays. */
export const newCondition = (
  sensorMetricId: string,
  operator: Operator,
  threshold = 0,
  column = 'value',
): Condition => ({
  sensorMetricId,
  column,
  calc: EACH_READING,
  operator,
  threshold,
  onsetDelay: 0,
  exitDelay: 0,
  violationStartAdjustment: 0,
});

/** A violation without delays, with `extras` on top. */
export const newViolation = (
  description: string,
  severity: number,
  condition: Condition,
  extras: Partial<Violation> = {},
): Violation => ({
  description,
  severity,
  video: false,
  activeResolution: false,
  onsetDelay: 0,
  exitDelay: 0,
  incidentStartAdjustment: 0,
  instant: false,
  conditions: [condition],
  ...extras,
});
