/** What all settings of the installation have in common. */
import { phrase } from '@picket/domain/phrases';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion, versionOf } from '../../platform/http/preconditions.ts';
import type { SettingChange } from '../../platform/settings/installation-settings.ts';
import type { SettingName } from '../../platform/settings/setting-store.ts';

export const changeOf = (ctx: Ctx<UserActor>, name: SettingName): SettingChange => ({
  by: ctx.actor.name,
  at: nextVersion(ctx.clock.now(), ctx.settings.current().changes[name]?.at ?? null),
});

/** Who entered what is stored, and whether it can be read. */
export function toChangeOut({ settings }: Ctx<UserActor>, name: SettingName) {
  const { changes, unreadable, storedMail, storedHeartbeat } = settings.current();
  const change = changes[name];
  const isUnreadable = unreadable.includes(name);
  const isStored = isUnreadable || (name === 'mail' ? storedMail : storedHeartbeat) !== null;
  return {
    ...(change === undefined || !isStored
      ? {}
      : { changedBy: change.by, changedAt: formatInstant(change.at.getTime()) }),
    unreadable: isUnreadable,
    last_update_ts: versionOf(change?.at ?? null),
  };
}

/** Throws a 409 that names the variable. */
export function rejectManaged(isManaged: boolean, variable: string): void {
  if (isManaged)
    throw new AppError('conflict', {
      message: phrase('{variable} is set in the environment of the server, and wins. Change it there.', { variable }),
    });
}
