/** Warnings about a draft in words. */

import { operandWithUnit } from '@picket/domain/operand-units';
import { hasThreshold } from '@picket/domain/operators';
import type { Condition, PolicyContent } from '@picket/domain/policies';
import { EVIDENCE_DAYS, type PolicyWarning, type ValueRange } from '@picket/domain/policy-warnings';
import { plural } from '../../../lib/plural.ts';

export interface WarningWords {
  /** "“Too hot” can never raise an alert. Is that what you want?" */
  readonly question: string;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
}

const conditionOf = ({ definition }: PolicyContent, { index, condition }: PolicyWarning): Condition | undefined =>
  definition.violations[index]?.conditions[condition];

export function warningWords(warning: PolicyWarning, draft: PolicyContent, useCelsius: boolean): WarningWords {
  const condition = conditionOf(draft, warning);
  return {
    question: `${questionOf(warning)} Is that what you want?`,
    reasons: [
      ...(condition === undefined ? [] : [measuredText(warning, condition, useCelsius)]),
      ...(condition === undefined ? [] : readText(warning, condition, useCelsius)),
      ...(warning.real > 0 && warning.code !== 'ALWAYS_MET'
        ? [
            `${warning.real} of its ${plural(warning.alerts, 'alert')} ${warning.real === 1 ? 'was' : 'were'} marked real.`,
          ]
        : []),
    ].filter((text) => text !== ''),
  };
}

function questionOf({ code, violation, alerts }: PolicyWarning): string {
  switch (code) {
    case 'NEVER_MET':
      return `“${violation}” can never raise an alert.`;
    case 'ALWAYS_MET':
      return `“${violation}” is always met, so its alert never clears.`;
    case 'SILENCES_ALERTS':
      return `“${violation}” would have raised ${alerts === 1 ? 'not even the one alert' : `none of the ${alerts} alerts`} of the last ${EVIDENCE_DAYS} days.`;
  }
}

const rangeText = (condition: Condition, { min, max }: ValueRange, useCelsius: boolean): string =>
  `${operandWithUnit(condition, min, { useCelsius })} to ${operandWithUnit(condition, max, { useCelsius })}`;

/** "Sensors of this kind measure -40.0 °F to 185.0 °F."; empty where that decides nothing. */
function measuredText({ code, measurable }: PolicyWarning, condition: Condition, useCelsius: boolean): string {
  if (code === 'SILENCES_ALERTS' || measurable === null) return '';
  return `Sensors of this kind measure ${rangeText(condition, measurable, useCelsius)}.`;
}

/** "No sensor has read above 99.0 °F in 30 days." */
function readText({ code, read }: PolicyWarning, condition: Condition, useCelsius: boolean): readonly string[] {
  if (code === 'ALWAYS_MET' || read === null || !hasThreshold(condition.operator)) return [];
  const isAbove = condition.operator === 'GREATER_THAN';
  const extreme = isAbove ? read.max : read.min;
  const isReached = isAbove ? extreme > condition.threshold : extreme < condition.threshold;
  if (isReached) return ['None of them lasted that long.'];
  const text = operandWithUnit(condition, extreme, { useCelsius });
  return [`No sensor has read ${isAbove ? 'above' : 'below'} ${text} in ${EVIDENCE_DAYS} days.`];
}

/** What the condition of a warning was limited by before: "89.0 °F"; null: it had no limit, or keeps it. */
export function formerLimitText(warning: PolicyWarning, draft: PolicyContent, useCelsius: boolean): string | null {
  const condition = conditionOf(draft, warning);
  const { thresholdBefore } = warning;
  if (condition === undefined || thresholdBefore === null || thresholdBefore === condition.threshold) return null;
  return operandWithUnit(condition, thresholdBefore, { useCelsius });
}
