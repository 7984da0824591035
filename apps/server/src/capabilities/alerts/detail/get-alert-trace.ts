import type { ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { traceAlert } from '../../evaluation/index.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { getVisibleAlert } from '../queries/visible-alert.ts';

/** Returns why an alert was raised, step by step; empty for alerts no policy raised. */
export async function getAlertTrace(
  ctx: Ctx<UserActor>,
  guid: string,
  source: ConfigSource,
): Promise<ResponseOf<'GET /alerts/{guid}/trace'>> {
  const { policy, sentry, violation, subject, startedAt, clearedAt } = await getVisibleAlert(ctx, guid);
  if (policy === undefined || sentry === undefined || violation === undefined)
    return { steps: [], from: startedAt, to: clearedAt ?? startedAt };
  return traceAlert(ctx, source, {
    tenant: ctx.actor.tenant,
    sentry: sentry.guid,
    policy: policy.guid,
    version: policy.version,
    violation,
    subject: subject ?? null,
    startedAt: Date.parse(startedAt),
    clearedAt: clearedAt === undefined ? null : Date.parse(clearedAt),
  });
}
