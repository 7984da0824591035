/** Changes what a user is notified of: by the user, or by an administrator for them. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { NotificationSettingsOut } from '@picket/contracts/types';
import { isLocationViewer, type Permission } from '@picket/domain/permissions';
import type { Tx } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { nextVersion } from '../../../platform/http/preconditions.ts';
import { audit, difference } from '../../audit/index.ts';
import { lockEdits } from '../../tenants/index.ts';
import { findForeignLocations, markWelcomed, nameOf } from '../../users/index.ts';
import { requeueOwner } from '../deliveries/requeue-store.ts';
import { findPreferences, savePreferences } from '../recipients/preference-store.ts';
import { parsePreferences } from '../recipients/recipients.ts';
import { getNotificationSettings, getUser } from './get-notification-settings.ts';

type Locations = 'all' | readonly string[];

/**
 * The locations somebody chose, without those that are gone since `before` named them. Throws a 400 for one that is not
 * the organization's, or not theirs to see.
 */
async function checkLocations(
  { prisma }: Pick<Tx, 'prisma'>,
  tenant: string,
  permissions: readonly Permission[],
  chosen: Locations,
  before: Locations,
): Promise<Locations> {
  if (chosen === 'all') return chosen;
  const foreign = await findForeignLocations(prisma, tenant, chosen);
  const wrong = chosen.some((guid) =>
    foreign.has(guid) ? !before.includes(guid) : !isLocationViewer(permissions, guid),
  );
  if (wrong) throw invalid('preferences.locations', 'names a location this person may not see');
  return chosen.filter((guid) => !foreign.has(guid));
}

/**
 * Replaces the preferences of a user.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeNotificationSettings(
  ctx: Ctx<UserActor>,
  guid: string,
  { preferences: chosen }: ParsedBody<'PUT /users/{guid}/notifications'>,
  check: (current: NotificationSettingsOut) => void,
): Promise<NotificationSettingsOut> {
  const user = await getUser(ctx, guid);
  await ctx.db.inTx(async (tx) => {
    const { tenant } = ctx.actor;
    await lockEdits(tx.sql, tenant);
    check(await getNotificationSettings(ctx, guid, tx.sql));
    const stored = await findPreferences(tx.sql, tenant, guid);
    const before = parsePreferences(stored?.preferences);
    const at = new Date(ctx.clock.now());
    const permissions = user.permissions.map(({ role, locationGuid }) => ({ role, location: locationGuid }));
    const locations = await checkLocations(tx, tenant, permissions, chosen.locations, before.locations);
    const preferences = { ...chosen, locations: locations === 'all' ? locations : [...locations] };
    await savePreferences(tx.sql, tenant, guid, preferences, nextVersion(at.getTime(), stored?.lastUpdateTs ?? null));
    if (guid === ctx.actor.guid) await markWelcomed(tx.prisma, tenant, guid, at);
    await requeueOwner(tx.sql, tenant, guid, at.getTime());
    await audit(ctx, tx, {
      action: 'NOTIFICATIONS_CHANGED',
      target: { kind: 'user', guid, name: nameOf(user) },
      ...difference({ ...before }, { ...preferences }),
    });
  });
  ctx.pubSub.notify();
  return getNotificationSettings(ctx, guid);
}
