import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, toPage } from '../../platform/http/pages.ts';
import { listInstallations } from './sentry-store.ts';
import { visibleSentry } from './visible-sentry.ts';

/** Locations that a sentry has been installed at, newest first, for users who may view it. */
export async function listSentryInstallations(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  { cursor, limit }: ParsedQuery<'GET /sentries/{guid}/installations'>,
): Promise<ResponseOf<'GET /sentries/{guid}/installations'>> {
  const { guid } = await visibleSentry(ctx, sentryGuid);
  const before = cursor === undefined ? null : (decodeCursor(cursor, 1)[0] ?? null);
  const rows = await listInstallations(ctx.db.prisma, ctx.actor.tenant, guid, before, limit + 1);
  return toPage(
    rows,
    limit,
    ({ locationGuid, installedAt, removedAt }) => ({
      sentry: guid,
      location: locationGuid,
      installedAt: formatInstant(installedAt.getTime()),
      ...(removedAt === null ? {} : { removedAt: formatInstant(removedAt.getTime()) }),
    }),
    (row) => [row.guid],
  );
}
