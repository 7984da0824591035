/** Which destinations are notified of what became of the video of an alert. Pure. */
import { type ChannelKind, channelTraits } from '@picket/domain/channels';
import type { ExistingDelivery, NewDelivery } from './plan-deliveries.ts';

/** Machines get every change. A push that is shown gets its first picture; other messages are not repeated for one. */
function isUpdated(channel: ChannelKind | null, clips: number, hasPicture: boolean): boolean {
  const followUps = channel === null ? null : channelTraits(channel).followUps;
  return followUps === 'CLIPS' || (followUps === 'PICTURE' && clips === 1 && hasPicture);
}

export function planVideoUpdates(
  {
    guid: alert,
    tenant,
    clips,
    hasPicture,
  }: {
    readonly guid: string;
    readonly tenant: string;
    /** How many were ready so far; 0: none will come. */
    readonly clips: number;
    /** Whether people get pictures that they can recognize something in. */
    readonly hasPicture: boolean;
  },
  known: readonly ExistingDelivery[],
): readonly NewDelivery[] {
  const notified = known.filter(
    ({ change, channel, state, destination }) =>
      destination !== null &&
      (change === 'RAISED' || change === 'OCCURRED') &&
      state !== 'SKIPPED' &&
      isUpdated(channel, clips, hasPicture),
  );
  const byDestination = new Map(notified.map((one) => [one.destination, one]));
  return [...byDestination.values()].map(({ owner, destination, channel }) => ({
    alert,
    tenant,
    owner,
    destination,
    channel,
    change: 'UPDATED',
    occurrence: clips,
    state: 'DUE',
    reason: null,
  }));
}
