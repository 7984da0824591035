/** Warnings about a draft in words. */
import { hasThreshold, isThresholdMet, sideOf } from '@picket/domain/operators';
import type { Condition, PolicyContent } from '@picket/domain/policies';
import { EVIDENCE_DAYS, type PolicyWarning } from '@picket/domain/policy-warnings';
import { limitText as comparisonText, nameText } from '../../../lib/kind-texts.ts';
import type { Translator } from '../../../lib/texts.ts';
import { limitWithUnit } from '../policy-text.ts';

export interface WarningWords {
  /** "“Too hot” can never raise an alert. Is that what you want?" */
  readonly question: string;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
}

const conditionOf = ({ definition }: PolicyContent, { index, condition }: PolicyWarning): Condition | undefined =>
  definition.violations[index]?.conditions[condition];

export function warningWords(
  t: Translator,
  warning: PolicyWarning,
  draft: PolicyContent,
  useCelsius: boolean,
): WarningWords {
  const { code, violation, alerts, real } = warning;
  const condition = conditionOf(draft, warning);
  return {
    question: t(`policies.warning.${code}`, { violation: nameText(t, violation), alerts, days: EVIDENCE_DAYS }),
    reasons: [
      ...(condition === undefined ? [] : measuredText(t, warning, condition, useCelsius)),
      ...(condition === undefined ? [] : readText(t, warning, condition, useCelsius)),
      ...(real > 0 && code !== 'ALWAYS_MET' ? [t('policies.warning.real', { real, alerts })] : []),
    ],
  };
}

/** "Sensors of this kind measure -40.0 °F to 185.0 °F."; none where that decides nothing. */
function measuredText(
  t: Translator,
  { code, measurable }: PolicyWarning,
  condition: Condition,
  useCelsius: boolean,
): readonly string[] {
  if (code === 'SILENCES_ALERTS' || measurable === null) return [];
  const min = limitWithUnit(t, condition, measurable.min, useCelsius);
  const max = limitWithUnit(t, condition, measurable.max, useCelsius);
  return [t('policies.warning.measures', { min, max })];
}

/** "No sensor has read above 99.0 °F in 30 days." */
function readText(
  t: Translator,
  { code, read }: PolicyWarning,
  condition: Condition,
  useCelsius: boolean,
): readonly string[] {
  const { operator, threshold } = condition;
  const side = sideOf(operator);
  if (code === 'ALWAYS_MET' || read === null || !hasThreshold(operator) || side === null) return [];
  const extreme = side === 'above' ? read.max : read.min;
  if (isThresholdMet(operator, extreme, threshold)) return [t('policies.warning.tooShort')];
  const value = limitWithUnit(t, condition, extreme, useCelsius);
  return [t('policies.warning.read', { comparison: comparisonText(t, operator), value, days: EVIDENCE_DAYS })];
}

/** What the condition of a warning was limited by before: "89.0 °F"; null: it had no limit, or keeps it. */
export function formerLimitText(
  t: Translator,
  warning: PolicyWarning,
  draft: PolicyContent,
  useCelsius: boolean,
): string | null {
  const condition = conditionOf(draft, warning);
  const { thresholdBefore } = warning;
  if (condition === undefined || thresholdBefore === null || thresholdBefore === condition.threshold) return null;
  return limitWithUnit(t, condition, thresholdBefore, useCelsius);
}
