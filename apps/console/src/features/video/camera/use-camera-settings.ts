/** Requests of the camera settings: what is set, and what is shown again after a change. */
import { useState } from 'react';
import { refreshMatching, useApi } from '../../../lib/api.ts';
import { useProfile } from '../../session/index.ts';
import { type ShownStill, stillToShow } from './shown-still.ts';

const VIEWS_INTERVAL_MS = 10_000;
const STILL_INTERVAL_MS = 60_000;

export const refreshLocationCamera = (location: string): Promise<unknown> =>
  refreshMatching('GET /locations/{guid}/camera', ({ params }) => params.guid === location);

export const useCameraMask = (sentry: string) =>
  useApi('GET /sentries/{guid}/camera-mask', { params: { guid: sentry } }, { revalidateOnFocus: false });

/** Who views the cameras of a location now, and did lately. */
export const useLocationViews = (location: string) =>
  useApi('GET /locations/{guid}/views', { params: { guid: location } }, { refreshInterval: VIEWS_INTERVAL_MS });

/** The newest clip of a sentry: its still shows what the camera sees. */
export function useNewestStill(sentry: string) {
  const { display } = useProfile();
  const { data } = useApi(
    'GET /clips',
    // Displays get no clips.
    display ? null : { query: { sentry, limit: 5 } },
    { revalidateOnFocus: false, refreshInterval: STILL_INTERVAL_MS },
  );
  const clip = data?.items.find(({ links }) => links?.still !== undefined);
  const path = clip?.links?.still;
  const [shown, setShown] = useState<ShownStill>();
  const next = stillToShow(shown, clip === undefined || path === undefined ? undefined : { guid: clip.guid, path });
  if (next !== shown) setShown(next);
  return {
    isKnown: data !== undefined,
    at: clip?.startedAt,
    path: next?.path,
    /** Its picture could not be loaded: the next response has another link. */
    onError: (): void => setShown((before) => before && { ...before, isBroken: true }),
  };
}
