import { visibleLocations } from '@picket/domain/permissions';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { hashSecret, newGuid, newSecret } from '../../../platform/keys/ids.ts';
import { audit } from '../../audit/index.ts';
import { findForeignLocations, selfTarget } from '../../users/index.ts';
import { addressOf, type Browser, setCookie, userAgentOf } from './browser.ts';
import { endSession } from './end-session.ts';
import { DISPLAY_LIFETIME } from './session-lifetimes.ts';
import { insertSession } from './session-store.ts';

/**
 * Turns the browser of a signed-in user into a wall display: the session is replaced by a read-only one, limited to the given
 * locations (default: all that the user may view), until it is revoked.
 */
export async function startWallDisplay(
  ctx: Ctx<UserActor>,
  locations: readonly string[] | undefined,
  browser: Browser,
): Promise<void> {
  const held = visibleLocations(ctx.actor.permissions);
  // Without locations: everything the user may view, now and later.
  const wanted = locations ?? [];
  if (held !== 'all' && (held.length === 0 || wanted.some((guid) => !held.includes(guid))))
    throw invalid('locations', 'contains a location you do not have access to');
  const now = ctx.clock.now();
  const secret = newSecret();
  await ctx.db.inTx(async (tx) => {
    if (locations !== undefined && (await findForeignLocations(tx.prisma, ctx.actor.tenant, wanted)).size > 0)
      throw invalid('locations', 'contains a location you do not have access to');
    await insertSession(tx.prisma, {
      hash: hashSecret(secret),
      guid: newGuid(),
      tenantGuid: ctx.actor.tenant,
      userGuid: ctx.actor.guid,
      at: new Date(now),
      expiresAt: new Date(now + DISPLAY_LIFETIME),
      staySignedIn: true,
      userAgent: userAgentOf(browser),
      address: addressOf(browser),
      displayLocations: wanted,
    });
    await audit(ctx, tx, {
      action: 'DISPLAY_STARTED',
      target: selfTarget(ctx),
      after: { locations: locations ?? 'all' },
    });
  });
  await endSession(ctx, browser);
  setCookie(ctx, browser, 'session', secret, DISPLAY_LIFETIME);
}
