/** The limits and the quiet hours that a policy draws on graphs. Pure. */
import type { AnnotationsOut } from '@picket/contracts/types';
import { type Calculation, comparesReadings } from '@picket/domain/aggregations';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, type Operator } from '@picket/domain/operators';
import type { PolicyContent } from '@picket/domain/policies';
import { quietIntervalsBetween } from '@picket/domain/schedules';
import { formatInstant, type Millis } from '@picket/domain/time';
import { mergeEqualNeighbors, mergeOverlapping } from '@picket/domain/timelines';
import type { PolicyHistory } from './policy-histories.ts';

interface Limit {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly violation: string;
  readonly operator: Operator;
  readonly threshold: number;
  readonly calc?: Calculation;
  readonly severity: number;
}

function limitsOf(content: PolicyContent | null): readonly Limit[] {
  return (content?.definition.violations ?? []).flatMap(({ description, severity, conditions }) =>
    conditions.flatMap(({ sensorMetricId, column, operator, threshold, calc, zoneId }) =>
      // A limit on a part of the picture is none on all of it.
      !hasThreshold(operator) || sensorMetricId === SILENCE_METRIC || zoneId !== undefined
        ? []
        : [
            {
              ...{ sensorMetricId, column, violation: description, operator, threshold, severity },
              ...(comparesReadings(calc) ? {} : { calc }),
            },
          ],
    ),
  );
}

export const spanOf = ({ from, to }: { readonly from: Millis; readonly to: Millis }) => ({
  from: formatInstant(from),
  to: formatInstant(to),
});

export const sentryPart = (sentry: string | null) => (sentry === null ? {} : { sentry });

export function thresholdsOf({ policy, sentry, intervals }: PolicyHistory): AnnotationsOut['thresholds'] {
  const places = new Map(
    intervals.flatMap(({ value }) =>
      limitsOf(value).map(({ violation, sensorMetricId, column }) => [
        `${violation} ${sensorMetricId}.${column}`,
        { violation, sensorMetricId, column },
      ]),
    ),
  );
  return [...places.values()].flatMap((place) => {
    const values = intervals.map((interval) => ({
      ...interval,
      value: limitsOf(interval.value).find(
        (limit) =>
          limit.violation === place.violation &&
          limit.sensorMetricId === place.sensorMetricId &&
          limit.column === place.column,
      ),
    }));
    return mergeEqualNeighbors(values).flatMap((interval) =>
      interval.value === undefined ? [] : [{ policy, ...sentryPart(sentry), ...interval.value, ...spanOf(interval) }],
    );
  });
}

export function doNotDisturbOf(
  { policy, sentry, intervals }: PolicyHistory,
  timezone: string,
): AnnotationsOut['doNotDisturb'] {
  const spans = intervals.flatMap(({ from, to, value }) =>
    value?.doNotDisturb == null
      ? []
      : quietIntervalsBetween(value.doNotDisturb, timezone, from, to).map((quiet) => ({
          from: Math.max(from, quiet.from),
          to: Math.min(to, quiet.until + 1),
        })),
  );
  if (spans.length === 0 && sentry === null) return [];
  return [{ policy, ...sentryPart(sentry), spans: mergeOverlapping(spans).map(spanOf) }];
}
