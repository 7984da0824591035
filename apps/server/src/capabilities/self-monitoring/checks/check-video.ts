/** Checks of the room for clips: of their disk, and of the quotas of organizations. Each returns what is wrong, or null. */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Platform } from '../../../platform/platform.ts';
import { listFilledQuotasAllTenants } from '../../clips/index.ts';
import type { ComponentProbes } from '../probes.ts';

/** Shares in use from which on an alert is raised. */
const FILLS = 0.8;
const NEARLY_FULL = 0.95;

type SpaceProbe = Pick<ComponentProbes, 'clipSpace'>;

const checkSpace = async (
  { clipSpace }: SpaceProbe,
  isWrong: (usedShare: number) => boolean,
): Promise<Problem | null> => {
  const space = await clipSpace();
  if (space === null || space.total <= 0) return null;
  return isWrong(1 - space.free / space.total) ? problemOf('VIDEO_DISK_FILLS', space) : null;
};

export const checkVideoDisk = (_platform: Platform, probes: SpaceProbe): Promise<Problem | null> =>
  checkSpace(probes, (used) => used >= FILLS && used < NEARLY_FULL);

export const checkVideoDiskFull = (_platform: Platform, probes: SpaceProbe): Promise<Problem | null> =>
  checkSpace(probes, (used) => used >= NEARLY_FULL);

/**
 * An organization that deletes its oldest video when there is too much stays nearly full: that is how it works, and no problem. Its
 * administrators see on their page that video is deleted before its time.
 */
async function checkQuotas({ db }: Platform, from: number, to: number): Promise<Problem | null> {
  const [fullest, ...others] = await listFilledQuotasAllTenants(db.console, from, to);
  if (fullest === undefined) return null;
  const { name: tenant, used, limit } = fullest;
  return problemOf('VIDEO_QUOTA_FILLS', { tenant, used, limit, others: others.length });
}

export const checkVideoQuota = (platform: Platform): Promise<Problem | null> =>
  checkQuotas(platform, FILLS, NEARLY_FULL);

export const checkVideoQuotaFull = (platform: Platform): Promise<Problem | null> =>
  checkQuotas(platform, NEARLY_FULL, Number.POSITIVE_INFINITY);
