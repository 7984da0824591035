/** What the graph of one metric at a location draws. */
import type { AnnotationsOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useMemo } from 'react';
import { errorOfSpan, useAnswered } from '../../lib/answered-span.ts';
import { useApi, useCached } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import {
  type GraphAnnotations,
  linesOf,
  type SentryName,
  type SeriesKey,
  scaleOf,
  toGraphAnnotations,
} from './history-model.ts';
import { metricLabel } from './metric-label.ts';

/** As many points as a wide screen can show apart. */
const POINTS = 800;

export interface GraphInput {
  readonly location: string;
  readonly timezone: string;
  readonly series: SeriesKey;
  /** The sentries that are shown. */
  readonly sentries: readonly SentryName[];
  readonly from: number;
  readonly to: number;
  readonly annotations: AnnotationsOut | undefined;
  /** The same stretch before it is drawn as well. */
  readonly compare?: boolean;
  readonly useCelsius: boolean;
}

const TELEMETRY = 'GET /locations/{guid}/telemetry';
const NO_ANNOTATIONS: GraphAnnotations = { limits: [], bands: [], deviceChanges: [], markers: [] };

export function useGraph(input: GraphInput) {
  const { location, timezone, series, sentries, from, to, annotations, compare = false, useCelsius } = input;
  const t = useText();
  const formats = useFormats(timezone);
  const { sensorMetricId, column } = series;
  const only = sentries.length === 1 ? sentries[0] : undefined;
  const question = (begin: number, end: number) => ({
    params: { guid: location },
    query: {
      sensorMetricId,
      column,
      from: formatInstant(begin),
      to: formatInstant(end),
      points: POINTS,
      ...(only === undefined ? {} : { sentry: only.guid }),
    },
  });
  const current = useApi(TELEMETRY, question(from, to));
  const isAnswered = useCached(TELEMETRY, question(from, to)) !== undefined;
  const shown = useAnswered({ from, to, behind: annotations }, isAnswered);
  const before = useApi(TELEMETRY, compare ? question(from - (to - from), from) : null, {
    keepPreviousData: false,
  });
  const reader = useMemo(() => ({ t, formats, useCelsius }), [t, formats, useCelsius]);
  const lines = useMemo(() => {
    const now = current.data === undefined ? [] : linesOf(reader, current.data, series, sentries);
    if (!compare || !isAnswered || before.data === undefined) return now;
    return [...now, ...linesOf(reader, before.data, series, sentries, to - from)];
  }, [reader, current.data, before.data, compare, isAnswered, series, sentries, from, to]);
  const { behind } = shown;
  const graphAnnotations = useMemo(
    () => (behind === undefined ? NO_ANNOTATIONS : toGraphAnnotations(reader, behind, series, sentries, location)),
    [reader, behind, series, sentries, location],
  );
  const metric = metricLabel(t, sensorMetricId, column);
  return {
    current,
    /** The period of the lines. */
    shown,
    /** Of the period that was asked for. */
    error: current.data === undefined ? current.error : errorOfSpan(current.error, shown, { from, to }),
    lines,
    annotations: graphAnnotations,
    title: only === undefined ? metric : t('telemetry.metricOfSentry', { metric, sentry: only.name }),
    unit: formats.value(sensorMetricId, column, 0).unit,
    decimals: scaleOf(series, useCelsius).decimals,
  };
}
