/** What somebody wants to hear: read and chosen by themselves, or by an administrator for them. */
import type { NotificationSettingsOut, ParsedBody } from '@picket/contracts';
import { CHANNELS, isLocationViewer, type Permission, SETTABLE_CHANNELS, visibleLocations } from '@picket/domain';
import { AppError, type Ctx, invalid, type UserActor } from '../../platform/index.ts';
import { findUserOfTenant, nameOf, noteWelcomed } from '../accounts/index.ts';
import { difference, record } from '../audit/index.ts';
import { vapidKeys } from './channels/send-push.ts';
import { judgeOwnerAgain } from './delivery-store.ts';
import { destinationsOf, healthOf, healthOut, storedPreferences, storePreferences } from './destination-store.ts';
import { destinationOut } from './destinations.ts';
import { preferencesOf, wirePreferences } from './listeners.ts';

async function personOf(ctx: Ctx<UserActor>, guid: string) {
  const user = await findUserOfTenant(ctx.db.prisma, ctx.actor.tenant, guid);
  if (user === null) throw new AppError('notFound');
  return user;
}

export async function notificationsOf(ctx: Ctx<UserActor>, guid: string): Promise<NotificationSettingsOut> {
  const user = await personOf(ctx, guid);
  const sql = ctx.db.console;
  const stored = await storedPreferences(sql, guid);
  const own = await destinationsOf(sql, ctx.actor.tenant, guid);
  const personal = (kind: (typeof SETTABLE_CHANNELS)[number]): boolean => {
    const owners: readonly string[] = CHANNELS[kind].owners;
    return owners.includes('person');
  };
  return {
    preferences: wirePreferences(preferencesOf(stored)),
    isDefault: stored === null,
    destinations: [
      {
        guid,
        kind: 'EMAIL',
        name: 'E-mail',
        leadsTo: user.email,
        ...healthOut(await healthOf(sql, guid)),
      },
      ...own.map((row) => destinationOut(ctx.keys, row)),
    ],
    channels: SETTABLE_CHANNELS.filter(personal),
    mail: ctx.config.mail !== null,
    pushKey: vapidKeys(ctx.keys).publicKey,
    ...(user.deviceOs === 'android' || user.deviceOs === 'ios' ? { deviceOs: user.deviceOs } : {}),
  };
}

/** Locations somebody chose must be theirs to see. */
function checkLocations(permissions: readonly Permission[], locations: 'all' | readonly string[]): void {
  if (locations === 'all' || visibleLocations(permissions) === 'all') return;
  if (locations.some((guid) => !isLocationViewer(permissions, guid)))
    throw invalid('preferences.locations', 'names a location this person may not see');
}

export async function chooseNotifications(
  ctx: Ctx<UserActor>,
  guid: string,
  { preferences }: ParsedBody<'PUT /users/{guid}/notifications'>,
): Promise<NotificationSettingsOut> {
  const user = await personOf(ctx, guid);
  checkLocations(
    user.permissions.map(({ role, locationGuid }) => ({ role, location: locationGuid })),
    preferences.locations,
  );
  await ctx.db.inTx(async (tx) => {
    const at = new Date(ctx.clock.now());
    const before = preferencesOf(await storedPreferences(tx.sql, guid));
    await storePreferences(tx.sql, ctx.actor.tenant, guid, preferences, at);
    if (guid === ctx.actor.guid) await noteWelcomed(tx.prisma, guid, at);
    await judgeOwnerAgain(tx.sql, guid, at.getTime());
    await record(ctx, tx, {
      action: 'NOTIFICATIONS_CHANGED',
      target: { kind: 'user', guid, name: nameOf(user) },
      ...difference({ ...before }, { ...preferences }),
    });
  });
  ctx.wake.knock();
  return notificationsOf(ctx, guid);
}
