/** The thermal picture at an instant of a clip. */
import { formatInstant } from '@picket/domain/time';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { decodeCells, type Extremes, findExtremes } from '../../../ui/heat-picture.ts';
import { THERMAL_METRIC } from '../../readings/index.ts';
import type { ClipSpan } from './clip-time.ts';

/** A picture from a little before the clip is still shown at its beginning. */
const BEFORE_MS = 60_000;
const MAX_PICTURES = 1000;

export interface ClipThermal {
  readonly cells: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly extremes: Extremes;
}

/** null: the sentry took none by then. */
export function useClipThermal(sentry: string, { from, to }: ClipSpan, at: number): ClipThermal | null {
  const params = { guid: sentry };
  const query = {
    sensorMetricId: THERMAL_METRIC,
    from: formatInstant(from - BEFORE_MS),
    to: formatInstant(to),
    points: MAX_PICTURES,
  };
  const taken = useApi('GET /sentries/{guid}/frames', { params, query }, { revalidateOnFocus: false });
  const newest = taken.data?.items.findLast((one) => Date.parse(one.at) <= at)?.at;
  const { data } = useApi(
    'GET /sentries/{guid}/frame',
    newest === undefined ? null : { params, query: { sensorMetricId: THERMAL_METRIC, at: newest } },
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
  return useMemo(() => {
    if (data === undefined || newest === undefined) return null;
    const cells = decodeCells(data.data);
    const extremes = findExtremes(cells);
    return extremes === null ? null : { cells, rows: data.rows, columns: data.columns, extremes };
  }, [data, newest]);
}
