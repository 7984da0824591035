/** Check of sentries and organizations that keep sending more readings than they may. Returns what is wrong, or null. */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Platform } from '../../../platform/platform.ts';
import { findSentry } from '../../sentries/index.ts';
import { findTenantName } from '../../tenants/index.ts';
import type { ComponentProbes } from '../probes.ts';

/** Names the one with the most refused reports. One that was removed meanwhile sends nothing that is stored. */
export async function checkThrottledSenders(
  { db }: Platform,
  { throttledSenders }: Pick<ComponentProbes, 'throttledSenders'>,
): Promise<Problem | null> {
  const [worst, ...more] = throttledSenders();
  if (worst === undefined) return null;
  const tenant = await findTenantName(db.console, worst.tenant);
  if (tenant === null) return null;
  const { reports } = worst;
  const others = more.length;
  if (worst.sentry === null) return problemOf('TENANT_THROTTLED', { tenant, reports, others });
  const sentry = await findSentry(db.prisma, worst.tenant, worst.sentry);
  return sentry === null ? null : problemOf('SENTRY_THROTTLED', { sentry: sentry.name, tenant, reports, others });
}
