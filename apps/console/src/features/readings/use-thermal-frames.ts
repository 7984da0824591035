/** The pictures of a thermal imager: the newest, or that of a chosen time of the last day. */
import { useDebouncedValue } from '@mantine/hooks';
import { formatInstant } from '@picket/domain/time';
import { useMemo, useState } from 'react';
import { type ApiError, useApi } from '../../lib/api.ts';
import { useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { decodeCells, type Extremes, findExtremes } from '../../ui/heat-picture.ts';

export const THERMAL_METRIC = 'thermal_temperature';
const DAY = 86_400_000;
const QUARTER = 900_000;
const MAX_TIMES = 288;

export interface ThermalPicture {
  /** When it was taken, in milliseconds. */
  readonly at: number;
  readonly cells: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly extremes: Extremes;
}

export interface ThermalFrames {
  readonly now: number;
  /** When pictures of the last day were taken, oldest first. */
  readonly times: readonly number[];
  /** null: the newest one. */
  readonly chosen: number | null;
  readonly choose: (at: number | null) => void;
  /** null: not loaded yet. */
  readonly shown: ThermalPicture | null;
  readonly error: ApiError | undefined;
}

/** `newestAt`: when the last picture known to the page was taken; 0: it knows none. `isWanted` false: nothing is requested. */
export function useThermalFrames(sentry: string, newestAt: number, isWanted = true): ThermalFrames {
  const now = useNow();
  const { at: liveAt } = useLiveReading(sentry, THERMAL_METRIC, 'max', { at: newestAt, value: null });
  const [chosen, choose] = useState<number | null>(null);
  const [shownAt] = useDebouncedValue(chosen, 80);
  const end = Math.ceil(now / QUARTER) * QUARTER;
  const lastDay = { from: formatInstant(end - DAY), to: formatInstant(end), points: MAX_TIMES };
  const params = { guid: sentry };
  const taken = useApi(
    'GET /sentries/{guid}/frames',
    isWanted ? { params, query: { sensorMetricId: THERMAL_METRIC, ...lastDay } } : null,
  );
  const times = useMemo(() => (taken.data?.items ?? []).map(({ at }) => Date.parse(at)), [taken.data]);
  const asked = shownAt ?? (liveAt > 0 ? liveAt : times.at(-1));
  const { data, error } = useApi(
    'GET /sentries/{guid}/frame',
    asked === undefined || !isWanted
      ? null
      : { params, query: { sensorMetricId: THERMAL_METRIC, at: formatInstant(asked) } },
  );
  const shown = useMemo(() => {
    const cells = data === undefined ? null : decodeCells(data.data);
    const extremes = cells === null ? null : findExtremes(cells);
    if (data === undefined || cells === null || extremes === null) return null;
    return { at: Date.parse(data.at), cells, rows: data.rows, columns: data.columns, extremes };
  }, [data]);
  return { now, times, chosen, choose, shown, error: data === undefined ? error : undefined };
}
