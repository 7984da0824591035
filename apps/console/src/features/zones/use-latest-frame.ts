/** The latest picture of a sensor, if there is one in the last month. */
import type { FrameOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';

const MONTH = 31 * 86_400_000;
const MINUTE = 60_000;

export interface LatestFrame {
  readonly frame: FrameOut | undefined;
  /** Whether loading is complete. */
  readonly isKnown: boolean;
}

export function useLatestFrame(sentry: string, sensorMetricId: string): LatestFrame {
  const now = useNow();
  const [to] = useState(() => Math.ceil(now / MINUTE) * MINUTE);
  const times = useApi('GET /sentries/{guid}/frames', {
    params: { guid: sentry },
    query: { sensorMetricId, from: formatInstant(to - MONTH), to: formatInstant(to), points: 2 },
  });
  const has = (times.data?.items.length ?? 0) > 0;
  const { data, error } = useApi(
    'GET /sentries/{guid}/frame',
    has ? { params: { guid: sentry }, query: { sensorMetricId } } : null,
    { revalidateOnFocus: false, keepPreviousData: false },
  );
  // A picture that cannot be loaded is none: the zone can be drawn without.
  const isAnswered = data !== undefined || error !== undefined;
  return { frame: data, isKnown: times.data === undefined ? times.error !== undefined : !has || isAnswered };
}
