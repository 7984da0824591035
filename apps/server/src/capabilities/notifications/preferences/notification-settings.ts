/** Notification settings of a user: read and changed by the user, or by an administrator for them. */
import type { NotificationSettingsOut, ParsedBody } from '@picket/contracts';
import { CHANNELS, isLocationViewer, type Permission, SETTABLE_CHANNELS } from '@picket/domain';
import { AppError, type Ctx, invalid, type Tx, type UserActor } from '../../../platform/index.ts';
import { findForeignLocations, findUserOfTenant, markWelcomed, nameOf } from '../../accounts/index.ts';
import { audit, difference } from '../../audit/index.ts';
import { vapidKeys } from '../channels/send-push.ts';
import { requeueOwner } from '../deliveries/delivery-store.ts';
import {
  findHealth,
  findPreferences,
  listDestinationRows,
  savePreferences,
  toHealthOut,
} from '../destinations/destination-store.ts';
import { toDestinationOut } from '../destinations/destinations.ts';
import { parsePreferences, toPreferencesOut } from '../recipients/recipients.ts';

async function getUser(ctx: Ctx<UserActor>, guid: string) {
  const user = await findUserOfTenant(ctx.db.prisma, ctx.actor.tenant, guid);
  if (user === null) throw new AppError('notFound');
  return user;
}

export async function getNotificationSettings(ctx: Ctx<UserActor>, guid: string): Promise<NotificationSettingsOut> {
  const user = await getUser(ctx, guid);
  const sql = ctx.db.console;
  const stored = await findPreferences(sql, guid);
  const own = await listDestinationRows(sql, ctx.actor.tenant, guid);
  const personal = (kind: (typeof SETTABLE_CHANNELS)[number]): boolean => {
    const owners: readonly string[] = CHANNELS[kind].owners;
    return owners.includes('user');
  };
  return {
    preferences: toPreferencesOut(parsePreferences(stored)),
    isDefault: stored === null,
    destinations: [
      {
        guid,
        kind: 'EMAIL',
        name: 'E-mail',
        address: user.email,
        ...toHealthOut(await findHealth(sql, guid)),
      },
      ...own.map((row) => toDestinationOut(ctx.keys, row)),
    ],
    channels: SETTABLE_CHANNELS.filter(personal),
    mail: ctx.config.mail !== null,
    pushKey: vapidKeys(ctx.keys).publicKey,
    ...(user.deviceOs === 'android' || user.deviceOs === 'ios' ? { deviceOs: user.deviceOs } : {}),
  };
}

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

export async function updateNotificationSettings(
  ctx: Ctx<UserActor>,
  guid: string,
  { preferences: chosen }: ParsedBody<'PUT /users/{guid}/notifications'>,
): Promise<NotificationSettingsOut> {
  const user = await getUser(ctx, guid);
  await ctx.db.inTx(async (tx) => {
    const at = new Date(ctx.clock.now());
    const before = parsePreferences(await findPreferences(tx.sql, guid));
    const permissions = user.permissions.map(({ role, locationGuid }) => ({ role, location: locationGuid }));
    const { tenant } = ctx.actor;
    const locations = await checkLocations(tx, tenant, permissions, chosen.locations, before.locations);
    const preferences = { ...chosen, locations: locations === 'all' ? locations : [...locations] };
    await savePreferences(tx.sql, ctx.actor.tenant, guid, preferences, at);
    if (guid === ctx.actor.guid) await markWelcomed(tx.prisma, guid, at);
    await requeueOwner(tx.sql, guid, at.getTime());
    await audit(ctx, tx, {
      action: 'NOTIFICATIONS_CHANGED',
      target: { kind: 'user', guid, name: nameOf(user) },
      ...difference({ ...before }, { ...preferences }),
    });
  });
  ctx.pubSub.notify();
  return getNotificationSettings(ctx, guid);
}
