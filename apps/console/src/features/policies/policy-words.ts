/** What policies watch, in plain words. */
import type { PolicyOut } from '@picket/contracts';
import { columnOf, displayValue, durationText, type SeverityLabel, scheduleText, severityLabel } from '@picket/domain';

type Condition = PolicyOut['definition']['violations'][number]['conditions'][number];

/** Limits of a series, in stored units. */
export function limitsOf(
  policies: readonly Pick<PolicyOut, 'definition'>[],
  sensorMetricId: string,
  column: string,
): number[] {
  const family = sensorMetricId.replace(/^fluid-.*_/u, 'fluid_');
  return policies.flatMap(({ definition }) =>
    definition.violations.flatMap(({ conditions }) =>
      conditions.flatMap((condition) =>
        condition.sensorMetricId === family &&
        condition.column === column &&
        condition.operator !== 'CHANGED' &&
        condition.threshold !== 0
          ? [condition.threshold]
          : [],
      ),
    ),
  );
}

function conditionWords({ sensorMetricId, column, operator, threshold }: Condition, useCelsius: boolean): string {
  // A condition on a fluid family speaks of any sensor of it.
  const shown = sensorMetricId.replace(/^fluid_/u, 'fluid-any-any_');
  const definition = columnOf(shown, column);
  const name = definition?.label ?? sensorMetricId.replace(/[_-]/gu, ' ');
  if (sensorMetricId === 'sentry_silence') return `a sentry has not reported for ${durationText(threshold * 1000)}`;
  if (operator === 'CHANGED') return `${name} changes`;
  if (threshold === 0) return definition?.whenOn ?? `${name} is above zero`;
  const { text, unit } = displayValue(shown, column, threshold, { useCelsius });
  return `${name} is ${operator === 'LESS_THAN' ? 'below' : 'above'} ${text}${unit === '' || unit === 'level' ? '' : ` ${unit}`}`;
}

export interface Watched {
  readonly key: string;
  readonly severity: SeverityLabel;
  readonly words: string;
  /** When nobody is disturbed by it (specification, section 9); left out: never. */
  readonly quiet?: string;
}

/** One sentence a violation, for those whose sensors exist here. */
export function watchedHere(
  policies: readonly PolicyOut[],
  families: ReadonlySet<string>,
  useCelsius: boolean,
): Watched[] {
  return policies.flatMap((policy) =>
    policy.definition.violations.flatMap((violation) => {
      const isHere = violation.conditions.every(({ sensorMetricId }) => families.has(sensorMetricId));
      if (!isHere) return [];
      const delay = violation.onsetDelay > 0 ? ` for ${durationText(violation.onsetDelay * 1000)}` : '';
      const words = violation.conditions.map((condition) => conditionWords(condition, useCelsius)).join(' and ');
      return [
        {
          key: `${policy.guid} ${violation.description}`,
          severity: severityLabel(violation.severity),
          words: `${violation.description}: when ${words}${delay}`,
          ...(policy.doNotDisturb === undefined ? {} : { quiet: scheduleText(policy.doNotDisturb) }),
        },
      ];
    }),
  );
}
