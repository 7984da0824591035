/** Describes policies in plain sentences. */

import type { LocationPageOut } from '@picket/contracts/types';
import { hasWindow } from '@picket/domain/aggregations';
import { delayText } from '@picket/domain/delays';
import { isEventMetric, ruleSentenceOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { type Compared, operandText, operandUnit, parseOperand } from '@picket/domain/operand-units';
import { hasThreshold, sideOf } from '@picket/domain/operators';
import type { Condition, DoNotDisturb, Violation } from '@picket/domain/policies';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import { decimalText } from '../../lib/decimal-text.ts';
import { limitText as comparisonText, metricSentenceText, nameText, unitText } from '../../lib/kind-texts.ts';
import { listText } from '../../lib/list-text.ts';
import { compareNames } from '../../lib/name-order.ts';
import type { Translator } from '../../lib/texts.ts';

/** A limit in running text, with its unit: "89.0 °F"; of silence, a time. `useCelsius`: the unit of the reader, else the other one. */
export function limitWithUnit(t: Translator, condition: Compared, threshold: number, useCelsius: boolean): string {
  const unit = limitUnit(t, condition, useCelsius);
  const text = limitText(t, condition, threshold, useCelsius);
  return unit === undefined ? text : `${text} ${unit}`;
}

function conditionText(t: Translator, condition: Condition, useCelsius: boolean): string {
  const { sensorMetricId, column, operator, threshold } = condition;
  const window = windowText(t, condition);
  const metric = metricSentenceText(t, sensorMetricId, column);
  const sensor = window === null ? metric : t('policies.rule.windowed', { window, sensor: metric });
  if (sensorMetricId === SILENCE_METRIC) return t('policies.rule.silence', { duration: delayText(threshold) });
  if (!hasThreshold(operator)) return t('policies.rule.changed', { sensor });
  if (threshold === 0 && sideOf(operator) === 'above') {
    if (isEventMetric(sensorMetricId) && window === null) return t(`policies.rule.event.${sensorMetricId}`);
    // With a unit it is a limit like any other: the zero of Celsius is none of Fahrenheit.
    if (limitUnit(t, condition, useCelsius) === undefined) return t('policies.rule.aboveZero', { sensor });
  }
  const limit = limitWithUnit(t, condition, threshold, useCelsius);
  if (window === null && ruleSentenceOf(sensorMetricId) === 'missing' && sideOf(operator) === 'above')
    return t('policies.rule.missing', { limit });
  return t('policies.rule.compared', { sensor, comparison: comparisonText(t, operator), limit });
}

/** "Too hot: when temperature is above 89.0 °F for 10 s" */
export function violationText(t: Translator, violation: Violation, useCelsius: boolean): string {
  const { description, onsetDelay } = violation;
  const name = nameText(t, description);
  const conditions = listText(
    t,
    violation.conditions.map((condition) => conditionText(t, condition, useCelsius)),
  );
  return onsetDelay > 0
    ? t('policies.rule.delayed', { name, conditions, delay: delayText(onsetDelay) })
    : t('policies.rule.plain', { name, conditions });
}

/** "the mean over 5 min of"; null where each reading counts by itself. */
export function windowText(t: Translator, { calc }: Condition): string | null {
  const { grab, minutes } = calc;
  return minutes === 0 || !hasWindow(grab) ? null : t(`policies.window.${grab}`, { window: delayText(minutes * 60) });
}

/** A limit as typed: in the unit of the user; silence as a delay. */
export const limitText = (t: Translator, condition: Compared, threshold: number, useCelsius: boolean): string =>
  decimalText(t, operandText(condition, threshold, { useCelsius }));

/** The unit of a limit, in words; undefined: none is said. */
export function limitUnit(t: Translator, condition: Compared, useCelsius: boolean): string | undefined {
  const unit = operandUnit(condition, { useCelsius });
  return unit === undefined ? undefined : unitText(t, unit);
}

/** Parses a limit into its stored unit; null: invalid. */
export const parseLimit = (condition: Compared, text: string, useCelsius: boolean): number | null =>
  parseOperand(condition, text, { useCelsius });

export interface WatchedRule {
  readonly key: string;
  readonly policy: string;
  readonly severity: SeverityLabel;
  readonly words: string;
  readonly quiet?: DoNotDisturb;
}

/** One sentence per violation, in the order of their names as the reader sees them. */
export function describeWatched(
  t: Translator,
  watched: LocationPageOut['watched'],
  useCelsius: boolean,
): WatchedRule[] {
  return watched
    .map(({ policy, violation, doNotDisturb }) => ({
      key: `${policy} ${violation.description}`,
      policy,
      severity: severityLabel(violation.severity),
      words: violationText(t, violation, useCelsius),
      ...(doNotDisturb === undefined ? {} : { quiet: doNotDisturb }),
    }))
    .toSorted((a, b) => compareNames(t.locale, a.words, b.words));
}
