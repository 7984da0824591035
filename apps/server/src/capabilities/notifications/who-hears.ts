/** "Who hears a leak at this site on Sunday 02:30, on what?": the rules that send, asked about a moment. */
import type { HearingOut, HoldReason, ParsedBody } from '@picket/contracts';
import {
  formatInstant,
  isAdmin,
  keptQuietUntil,
  type Millis,
  type Noticed,
  parseInstant,
  quietIntervalAt,
} from '@picket/domain';
import type { Ctx, UserActor } from '../../platform/index.ts';
import { visibleLocation } from '../locations/index.ts';
import { contentOf, requirePolicy } from '../policies/index.ts';
import { listenersOf } from './listener-store.ts';
import { deafness, isConcerned, type Listener } from './listeners.ts';
import { windowsOver } from './maintenance-store.ts';

export async function whoHears(ctx: Ctx<UserActor>, input: ParsedBody<'POST /notifications/try'>): Promise<HearingOut> {
  const location = await visibleLocation(ctx, input.location);
  const at = parseInstant(input.at) ?? ctx.clock.now();
  const held = await heldFor(ctx, input, location.timezone, at);
  const noticed: Noticed = { kind: input.kind, severity: input.severity, location: location.guid };
  const everybody = (await listenersOf(ctx.db.console, [ctx.actor.tenant])).get(ctx.actor.tenant) ?? [];
  const asked = everybody.filter(({ owner }) => isAdmin(ctx.actor.permissions) || owner === ctx.actor.guid);
  const mail = ctx.config.mail !== null;
  return {
    timezone: location.timezone,
    ...(held === null ? {} : { heldFor: held.reason, until: formatInstant(held.until) }),
    people: asked.map((listener) => personOf(listener, noticed, at, mail)),
  };
}

function personOf(listener: Listener, noticed: Noticed, at: Millis, mail: boolean): HearingOut['people'][number] {
  const ways = listener.ways.map((way) => {
    const deaf = deafness(listener, noticed, way, mail);
    const quiet = deaf === null ? keptQuietUntil(listener.preferences, noticed.severity, way.channel, at) : null;
    const reason: HoldReason | null = deaf ?? (quiet === null ? null : 'QUIET_HOURS');
    return {
      channel: way.channel,
      destination: way.name,
      hears: reason === null,
      ...(reason === null ? {} : { reason }),
      ...(quiet === null ? {} : { until: formatInstant(quiet + 1) }),
    };
  });
  return {
    guid: listener.owner,
    name: listener.name,
    isShared: listener.isShared,
    ways,
    ...(isConcerned(listener, noticed) ? {} : { reason: 'MAY_NOT_SEE' as const }),
  };
}

/** What keeps everybody from hearing of it then. */
async function heldFor(
  ctx: Ctx<UserActor>,
  { location, policy }: { readonly location: string; readonly policy?: string | undefined },
  timezone: string,
  at: Millis,
): Promise<{ readonly reason: HoldReason; readonly until: Millis } | null> {
  const maintenance = (await windowsOver(ctx.db.console, [location], at)).get(location);
  if (maintenance !== undefined) return { reason: 'MAINTENANCE', until: maintenance };
  if (policy === undefined) return null;
  const { doNotDisturb } = contentOf(await requirePolicy(ctx, ctx.db, policy));
  const quiet = doNotDisturb === null ? null : quietIntervalAt(doNotDisturb, timezone, at);
  return quiet === null ? null : { reason: 'DO_NOT_DISTURB', until: quiet.until + 1 };
}
