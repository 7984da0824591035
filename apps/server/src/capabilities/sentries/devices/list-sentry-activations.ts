import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../../platform/http/pages.ts';
import { listActivations } from '../activation/activation-store.ts';
import { visibleSentry } from '../visible-sentry.ts';

/** Activations of a sentry that the user may view, newest first. */
export async function listSentryActivations(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  { cursor, limit }: ParsedQuery<'GET /sentries/{guid}/activations'>,
): Promise<ResponseOf<'GET /sentries/{guid}/activations'>> {
  const { guid } = await visibleSentry(ctx, sentryGuid);
  const before = cursor === undefined ? null : (decodeCursor(cursor, 1)[0] ?? null);
  const rows = await listActivations(ctx.db.prisma, ctx.actor.tenant, guid, before, limit + 1);
  return toPage(
    rows,
    limit,
    ({ model, serialNumber, softwareVersion, activatedAt }) => ({
      sentry: guid,
      model,
      serialNumber,
      softwareVersion,
      activatedAt: formatInstant(activatedAt.getTime()),
    }),
    (row) => [row.guid],
  );
}
