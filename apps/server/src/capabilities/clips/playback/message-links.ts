/** Links to clips in messages: for receivers outside, who open them without signing in. */
import { formatInstant } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';
import { clipPath, type LinkPurpose } from '../links/clip-links.ts';
import { findVideoRetention } from '../storage/video-retention-store.ts';

export interface MessageLinks {
  readonly url: string;
  /** null: the clip has no still. */
  readonly stillUrl: string | null;
  readonly expiresAt: string;
}

interface LinkedClip {
  readonly guid: string;
  readonly linkEpoch: number;
  readonly hasStill: boolean;
}

/** Valid from now on for as long as the organization chose. */
export async function createMessageLinks(
  platform: Pick<Platform, 'db' | 'keys' | 'clock' | 'settings' | 'config'>,
  tenant: string,
): Promise<(clip: LinkedClip) => MessageLinks> {
  const { linkSeconds } = await findVideoRetention(platform.db.ofTenant(tenant).console, tenant);
  const expires = Math.floor(platform.clock.now() / 1000) + linkSeconds;
  const base = `${linkBase(platform)}/api/v1`;
  return ({ guid: clip, linkEpoch: epoch, hasStill }) => {
    const url = (purpose: LinkPurpose): string =>
      `${base}${clipPath(platform.keys, { clip, purpose, expires, epoch })}`;
    return {
      url: url('play'),
      stillUrl: hasStill ? url('still') : null,
      expiresAt: formatInstant(expires * 1000),
    };
  };
}
