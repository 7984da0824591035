import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { HeartbeatTarget } from '../../platform/settings/installation-settings.ts';
import { toChangeOut } from './setting-change.ts';

export interface HeartbeatPing {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delivered: boolean;
  readonly response: string;
}

/** What this module needs from self-monitoring, which sends the heartbeat. */
export interface InstallationPorts {
  readonly ping: (target: HeartbeatTarget) => Promise<HeartbeatPing>;
  /** The last ping of this server process to that address. */
  readonly lastPing: (target: HeartbeatTarget) => HeartbeatPing | null;
}

/** Where the heartbeat goes. Of the address only the host: the rest is a token. */
export function getHeartbeatSettings(
  ctx: Ctx<UserActor>,
  { lastPing }: Pick<InstallationPorts, 'lastPing'>,
): ResponseOf<'GET /installation/heartbeat'> {
  const { heartbeat } = ctx.settings.current();
  const last = heartbeat === null ? null : lastPing(heartbeat);
  return {
    managedBy: heartbeat?.managedBy ?? null,
    ...(heartbeat === null ? {} : { host: new URL(heartbeat.url).host }),
    ...(last === null ? {} : { lastPing: { ...last, at: formatInstant(last.at) } }),
    ...toChangeOut(ctx, 'heartbeat'),
  };
}
