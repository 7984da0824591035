/**
 * The operators of conditions: how they compare and how they read. A new operator is one row here; the compiler then names the
 * languages of messages that have no phrase for it, and the oracle of the engine's tests.
 */
import { isNameOf, namesOf } from './kind-table.ts';

export interface Comparison {
  readonly threshold: number;
  /** The condition's last known operand, however long ago; null before the first. */
  readonly previous: number | null;
  /** The operand is how long nothing was reported. */
  readonly silence: boolean;
}

export type Side = 'above' | 'below';

export interface OperatorTraits {
  /** Between the sensor and the limit: "temperature is above 30". */
  readonly label: string;
  /** The same for a sensor that is on or off; null: not offered for such a sensor. */
  readonly stateLabel: string | null;
  /** Before the limit alone: "limit: above 30". */
  readonly phrase: string;
  /** `previous`: the threshold is ignored, and not shown. */
  readonly comparesWith: 'threshold' | 'previous';
  /** On which side of the threshold the condition is met; null: on neither side alone. */
  readonly side: Side | null;
  /** A threshold that is met less often, by `step`; null: there is none. */
  readonly relax: ((threshold: number, step: number) => number) | null;
  /** An operand that doesn't meet the condition once the threshold was met. */
  readonly restingAt: (threshold: number) => number;
  /** Whether the condition is met. */
  readonly isMet: (operand: number, comparison: Comparison) => boolean;
}

export const OPERATORS = {
  GREATER_THAN: {
    label: 'is above',
    stateLabel: 'is on',
    phrase: 'above',
    comparesWith: 'threshold',
    side: 'above',
    relax: (threshold, step) => threshold + step,
    restingAt: (threshold) => threshold,
    // "More than 120 s of silence" is true from the instant the 120 s are reached; everything else is strict.
    isMet: (operand, { threshold, silence }) => (silence ? operand >= threshold : operand > threshold),
  },
  LESS_THAN: {
    label: 'is below',
    stateLabel: null,
    phrase: 'below',
    comparesWith: 'threshold',
    side: 'below',
    relax: (threshold, step) => threshold - step,
    restingAt: (threshold) => threshold,
    isMet: (operand, { threshold }) => operand < threshold,
  },
  CHANGED: {
    label: 'changes',
    stateLabel: 'changes',
    phrase: 'changed from',
    comparesWith: 'previous',
    side: null,
    relax: null,
    restingAt: (threshold) => threshold,
    isMet: (operand, { previous }) => previous !== null && operand !== previous,
  },
} as const satisfies Record<string, OperatorTraits>;

export type Operator = keyof typeof OPERATORS;

export const OPERATOR_NAMES = namesOf(OPERATORS);

/** The operator's row; the table for code that walks over it rather than naming a row. */
export const operatorTraits = (operator: Operator): OperatorTraits => OPERATORS[operator];

/** The row for a name as an alert recorded it; null: a name this version doesn't know. */
const recordedOperator = (name: string): OperatorTraits | null => (isNameOf(OPERATORS, name) ? OPERATORS[name] : null);

/** Operators that compare with the threshold, so that a limit can be shown. */
export type ThresholdOperator = {
  [K in Operator]: (typeof OPERATORS)[K]['comparesWith'] extends 'threshold' ? K : never;
}[Operator];

export const hasThreshold = (operator: string): operator is ThresholdOperator =>
  recordedOperator(operator)?.comparesWith === 'threshold';

/** On which side of its threshold a condition is met, for an operator as an alert recorded it; null: on neither side alone. */
export const sideOf = (operator: string): Side | null => recordedOperator(operator)?.side ?? null;

/** Whether a reading meets a condition with a threshold. */
export const isThresholdMet = (operator: ThresholdOperator, value: number, threshold: number): boolean =>
  OPERATORS[operator].isMet(value, { threshold, previous: null, silence: false });

/** Silence is compared by this operator alone. */
export const SILENCE_OPERATOR: Operator = 'GREATER_THAN';
