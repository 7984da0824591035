/** The videos of the alerts of a message, with links that are valid from when it is sent. */
import type { Platform } from '../../../platform/platform.ts';
import { createMessageLinks, type MessageLinks } from '../../clips/index.ts';
import type { MessageContent, MessageVideo } from './message-content.ts';

interface SentClip extends MessageLinks {
  readonly clip: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** By alert: the clips that are ready. */
export type SentClips = ReadonlyMap<string, readonly SentClip[]>;

/** The reader may view the alerts of `content`. */
export async function linkClips(
  platform: Pick<Platform, 'db' | 'keys' | 'clock' | 'settings' | 'config'>,
  tenant: string,
  { items }: Pick<MessageContent, 'items'>,
): Promise<SentClips> {
  const videos = items.flatMap(({ alert, video }): [string, MessageVideo][] =>
    video === null || video.clips.length === 0 ? [] : [[alert, video]],
  );
  if (videos.length === 0) return new Map();
  const linksOf = await createMessageLinks(platform, tenant);
  return new Map(
    videos.map(([alert, { clips }]) => [
      alert,
      clips.map(({ guid, linkEpoch, hasStill, startedAt, endedAt }) => ({
        clip: guid,
        startedAt,
        endedAt,
        ...linksOf({ guid, linkEpoch, hasStill }),
      })),
    ]),
  );
}
