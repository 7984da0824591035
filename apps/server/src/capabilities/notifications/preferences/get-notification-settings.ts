/** Notification settings of a user, for the user or for an administrator. */
import type { NotificationSettingsOut } from '@picket/contracts/types';
import { mayOwn, SETTABLE_CHANNELS } from '@picket/domain/channels';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { versionOf } from '../../../platform/http/preconditions.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { findUserOfTenant } from '../../users/index.ts';
import { vapidKeys } from '../channels/send-push.ts';
import { toDestinationOut } from '../destinations/destination-settings.ts';
import { findHealth, listDestinationRows, toHealthOut } from '../destinations/destination-store.ts';
import { findPreferences } from '../recipients/preference-store.ts';
import { parsePreferences, toPreferencesOut } from '../recipients/recipients.ts';

/** Throws a 404 unless the user is of the organization. */
export async function getUser(ctx: Ctx<UserActor>, guid: string) {
  const user = await findUserOfTenant(ctx.db.prisma, ctx.actor.tenant, guid);
  if (user === null) throw new AppError('notFound');
  return user;
}

/** `sql`: of a transaction that is to change them. */
export async function getNotificationSettings(
  ctx: Ctx<UserActor>,
  guid: string,
  sql: Sql = ctx.db.console,
): Promise<NotificationSettingsOut> {
  const user = await getUser(ctx, guid);
  const { tenant } = ctx.actor;
  const stored = await findPreferences(sql, tenant, guid);
  const own = await listDestinationRows(sql, tenant, guid);
  return {
    preferences: toPreferencesOut(parsePreferences(stored?.preferences)),
    isDefault: stored === null,
    destinations: [
      {
        guid,
        kind: 'EMAIL',
        name: 'E-mail',
        address: user.email,
        ...toHealthOut(await findHealth(sql, tenant, guid)),
      },
      ...own.map((row) => toDestinationOut(ctx.keys, row)),
    ],
    channels: SETTABLE_CHANNELS.filter((kind) => mayOwn('user', kind)),
    mail: isMailConfigured(ctx),
    pushKey: vapidKeys(ctx.keys).publicKey,
    ...(user.deviceOs === 'android' || user.deviceOs === 'ios' ? { deviceOs: user.deviceOs } : {}),
    last_update_ts: versionOf(stored?.lastUpdateTs ?? null),
  };
}
