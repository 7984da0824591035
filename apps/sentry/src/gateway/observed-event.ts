/** What a gateway observed, as it is kept on disk. */
import type { GatewayEvent } from '@picket/contracts/gateways';
import type { AnnouncedEntity } from '@picket/devices/announced';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { PolledDevice, PollResult } from '@picket/source-io/polled-source';

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** With the time of this machine, in milliseconds since the epoch. */
export type ObservedEvent = WithoutTime<GatewayEvent> & { readonly at: Millis };

/** As it is sent. */
export const toSent = ({ at, ...event }: ObservedEvent): object => ({ ...event, at: formatInstant(at) });

/** The result of a poll that ended at `at`. */
export function eventOfPoll(result: PollResult, at: Millis): ObservedEvent {
  if (result.kind === 'failed') return { kind: 'FAILED', at, problem: result.problem };
  return {
    kind: 'POLLED',
    at,
    devices: result.devices.map(({ place, found }) => ({ place, found: found === null ? null : foundOf(found) })),
    leftOut: result.leftOut.map(([place, reason]) => ({ place, reason })),
  };
}

type Found = NonNullable<Extract<ObservedEvent, { kind: 'POLLED' }>['devices'][number]['found']>;

/** What is found is always announced; anything else has nothing that could be read. */
function foundOf({ announcement, messages }: NonNullable<PolledDevice['found']>): Found | null {
  if (announcement.kind !== 'announced') return null;
  const { device, entities, leftOut } = announcement;
  return { device, entities, leftOut, messages };
}

/** What a poll announced, by the place of its device: the next poll is given it. */
export const announcedBy = (result: PollResult): ReadonlyMap<string, readonly AnnouncedEntity[]> =>
  new Map(
    result.kind === 'failed'
      ? []
      : result.devices.flatMap(({ place, found }) =>
          found?.announcement.kind === 'announced' ? [[place, found.announcement.entities] as const] : [],
        ),
  );
