import { formatInstant } from '@picket/domain/time';
import { errorOfSpan, type Span, useAnsweredSpan } from '../../lib/answered-span.ts';
import { useApi, useCached } from '../../lib/api.ts';

const ANNOTATIONS = 'GET /views/locations/{guid}/annotations';

/** What stands behind the graphs of a location; undefined: not loaded yet. The error is of the period that was asked for. */
export function useAnnotations(location: string, { from, to }: Span, withWithdrawn = false) {
  const input = {
    params: { guid: location },
    query: {
      from: formatInstant(from),
      to: formatInstant(to),
      ...(withWithdrawn ? { withdrawn: 'include' as const } : {}),
    },
  };
  const { data, error, mutate } = useApi(ANNOTATIONS, input);
  const shown = useAnsweredSpan({ from, to }, useCached(ANNOTATIONS, input) !== undefined);
  return {
    annotations: data,
    error: data === undefined ? error : errorOfSpan(error, shown, { from, to }),
    retry: (): void => void mutate(),
  };
}
