/** SWR keeps every response for ever. A page that is left open asks for another period every few seconds, and would fill the memory. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import { useEffect, useRef } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import { ShownResponses } from './shown-responses.ts';

/** Their input names a period or an instant, which moves on with the clock. */
const PASSING: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /clips',
  'GET /locations/{guid}/telemetry',
  'GET /sentries/{guid}/frame',
  'GET /sentries/{guid}/frames',
  'GET /views/locations/{guid}/annotations',
]);

/** Of each cache. */
const shownOf = new WeakMap<object, ShownResponses>();

/** Forgets what a component has shown of such an endpoint long before. `input` null: it shows nothing. */
export function usePassingResponse(endpoint: EndpointKey, input: object | null): void {
  const { cache } = useSWRConfig();
  const key = input === null || !PASSING.has(endpoint) ? null : unstable_serialize([endpoint, input]);
  const keys = useRef<readonly string[]>([]);
  useEffect(() => {
    if (key === null) return;
    const shown = shownOf.get(cache) ?? new ShownResponses((one) => cache.delete(one));
    shownOf.set(cache, shown);
    const hide = shown.show(key);
    keys.current = shown.trim([...keys.current.filter((one) => one !== key), key]);
    return hide;
  }, [cache, key]);
}
