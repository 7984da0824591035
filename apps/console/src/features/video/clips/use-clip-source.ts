/**
 * Where a clip is played from. Its links are valid for five minutes, and the page gets new ones with each response: the one that plays
 * is kept, so that it does not start again, and replaced once the browser is refused.
 */
import type { ClipOut } from '@picket/contracts/types';
import { useState } from 'react';
import { API_BASE } from '../../../lib/api.ts';

type Links = NonNullable<ClipOut['links']>;

export interface ClipSource {
  readonly play: string;
  readonly strip: string | null;
  readonly still: string | null;
  /** Takes the newest links; false: they are the ones in use. */
  readonly renew: () => boolean;
}

const toUrl = (path: string): string => `${API_BASE}${path}`;

export function useClipSource(links: Links): ClipSource {
  const [used, setUsed] = useState(links);
  return {
    play: toUrl(used.play),
    strip: used.strip === undefined ? null : toUrl(used.strip),
    still: used.still === undefined ? null : toUrl(used.still),
    renew: () => {
      if (links.play === used.play) return false;
      setUsed(links);
      return true;
    },
  };
}
