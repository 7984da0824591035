/** What all settings of the installation have in common. */
import { phrase } from '@picket/domain/phrases';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { SettingChange } from '../../platform/settings/installation-settings.ts';
import type { SettingName } from '../../platform/settings/setting-store.ts';

export const changeOf = (ctx: Ctx<UserActor>): SettingChange => ({
  by: ctx.actor.name,
  at: new Date(ctx.clock.now()),
});

/** Who entered what is stored, and whether it can be read. */
export function toChangeOut({ settings }: Ctx<UserActor>, name: SettingName) {
  const { changes, unreadable } = settings.current();
  const change = changes[name];
  return {
    ...(change === undefined ? {} : { changedBy: change.by, changedAt: formatInstant(change.at.getTime()) }),
    unreadable: unreadable.includes(name),
  };
}

/** Throws a 409 that names the variable. */
export function rejectManaged(isManaged: boolean, variable: string): void {
  if (isManaged)
    throw new AppError('conflict', {
      message: phrase('{variable} is set in the environment of the server, and wins. Change it there.', { variable }),
    });
}
