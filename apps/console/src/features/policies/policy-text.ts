/** Describes policies in plain sentences. */
import type { PolicyOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { AGGREGATIONS } from '@picket/domain/aggregations';
import { delayText } from '@picket/domain/delays';
import { columnOf, metricFamilyOf, metricOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { type Compared, operandText, operandUnit, operandWithUnit, parseOperand } from '@picket/domain/operand-units';
import { hasThreshold, OPERATORS } from '@picket/domain/operators';
import { appliesInZones, type Condition, type Violation } from '@picket/domain/policies';
import { scheduleText } from '@picket/domain/schedules';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import { exampleSensorId, sensorName } from './policy-content.ts';

/** Limits of a series, in stored units. */
export function limitsOf(
  policies: readonly Pick<PolicyOut, 'definition'>[],
  sensorMetricId: string,
  column: string,
): number[] {
  const family = metricFamilyOf(sensorMetricId);
  return policies.flatMap(({ definition }) =>
    definition.violations.flatMap(({ conditions }) =>
      conditions.flatMap((condition) =>
        condition.sensorMetricId === family &&
        condition.column === column &&
        hasThreshold(condition.operator) &&
        // A limit on a zone does not apply to the whole picture.
        condition.zoneId === undefined &&
        condition.threshold !== 0
          ? [condition.threshold]
          : [],
      ),
    ),
  );
}

function conditionText(condition: Condition, useCelsius: boolean): string {
  const { sensorMetricId, column, operator, threshold } = condition;
  // A condition on a fluid family applies to any sensor of it.
  const shown = exampleSensorId(sensorMetricId);
  const definition = columnOf(shown, column);
  const plain = definition?.label ?? sensorMetricId.replace(/[_-]/gu, ' ');
  // The columns of a picture are called after the picture.
  const name = metricOf(sensorMetricId)?.frame === undefined ? plain : sensorName(sensorMetricId, column);
  if (sensorMetricId === SILENCE_METRIC) return `a sentry has not reported for ${formatDuration(threshold * 1000)}`;
  const { label } = OPERATORS[operator];
  if (!hasThreshold(operator)) return `${name} ${label}`;
  if (threshold === 0) return definition?.whenOn ?? `${name} is above zero`;
  return `${name} ${label} ${operandWithUnit(condition, threshold, { useCelsius })}`;
}

/** "Too hot: when temperature is above 89.0 °F for 10 s" */
export function violationText({ description, onsetDelay, conditions }: Violation, useCelsius: boolean): string {
  const delay = onsetDelay > 0 ? ` for ${delayText(onsetDelay)}` : '';
  const words = conditions.map((condition) => conditionText(condition, useCelsius)).join(' and ');
  return `${description}: when ${words}${delay}`;
}

/** "the mean over 5 min of"; empty where each reading counts by itself. */
export const windowText = ({ calc }: Condition): string =>
  calc.minutes === 0 ? '' : `${AGGREGATIONS[calc.grab].phrase} over ${delayText(calc.minutes * 60)} of`;

/** A limit as typed: in the unit of the user; silence as a delay. */
export const limitText = (condition: Compared, threshold: number, useCelsius: boolean): string =>
  operandText(condition, threshold, { useCelsius });

export const limitUnit = (condition: Compared, useCelsius: boolean): string | undefined =>
  operandUnit(condition, { useCelsius });

/** Parses a limit into its stored unit; null: invalid. */
export const parseLimit = (condition: Compared, text: string, useCelsius: boolean): number | null =>
  parseOperand(condition, text, { useCelsius });

export interface WatchedRule {
  readonly key: string;
  readonly policy: string;
  readonly severity: SeverityLabel;
  readonly words: string;
  /** Its do-not-disturb schedule (specification, section 9). */
  readonly quiet?: string;
}

/** One sentence per violation, for those whose sensors exist here. */
export function listWatchedRules(
  policies: readonly PolicyOut[],
  families: ReadonlySet<string>,
  zoneIds: ReadonlySet<string>,
  useCelsius: boolean,
): WatchedRule[] {
  return policies.flatMap((policy) =>
    policy.definition.violations.flatMap((violation) => {
      const isHere =
        appliesInZones(violation, zoneIds) &&
        violation.conditions.every(({ sensorMetricId }) => families.has(sensorMetricId));
      if (!isHere) return [];
      return [
        {
          key: `${policy.guid} ${violation.description}`,
          policy: policy.guid,
          severity: severityLabel(violation.severity),
          words: violationText(violation, useCelsius),
          ...(policy.doNotDisturb === undefined ? {} : { quiet: scheduleText(policy.doNotDisturb) }),
        },
      ];
    }),
  );
}
