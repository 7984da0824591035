import type { AnnotationsOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { useApi } from '../../lib/api.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What stands behind the graphs of a location; undefined: not loaded yet. */
export const useAnnotations = (
  location: string,
  { from, to }: Span,
  withWithdrawn = false,
): AnnotationsOut | undefined =>
  useApi('GET /views/locations/{guid}/annotations', {
    params: { guid: location },
    query: {
      from: formatInstant(from),
      to: formatInstant(to),
      ...(withWithdrawn ? { withdrawn: 'include' as const } : {}),
    },
  }).data;
