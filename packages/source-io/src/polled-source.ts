/** A source that is asked at intervals: what it answers. */
import type { IntegrationProblem } from '@picket/contracts/integrations';
import type { AnnouncedEntity, Announcement, LeftOutReason } from '@picket/devices/announced';
import type { Millis } from '@picket/domain/time';
import type { SourceNetwork } from './source-network.ts';

export interface PolledDevice {
  /** Its name at the source: the topic of its announcement and of its values. */
  readonly place: string;
  /** null: the source has no values of it now. */
  readonly found: { readonly announcement: Announcement; readonly messages: readonly PolledMessage[] } | null;
}

interface PolledMessage {
  readonly message: string;
  /** The time that its values have themselves; null: none. It counts where it can be trusted. */
  readonly at: Millis | null;
}

export type PollResult =
  | {
      readonly kind: 'polled';
      /** All that there are: another one is gone. */
      readonly devices: readonly PolledDevice[];
      readonly leftOut: readonly (readonly [place: string, reason: LeftOutReason])[];
    }
  | { readonly kind: 'failed'; readonly problem: IntegrationProblem };

export interface PolledSource {
  readonly pollSeconds: number;
  /** Asks once. `known`: what was announced of a device before. It ends within seconds, and soon after `closing` is aborted. */
  readonly poll: (
    known: (place: string) => readonly AnnouncedEntity[],
    network: SourceNetwork,
    closing: AbortSignal,
  ) => Promise<PollResult>;
}

/** Longest wait after answers that did not come, unless the source is asked less often anyway. */
const MAX_BACK_OFF_SECONDS = 300;
const MAX_DOUBLINGS = 10;

/** From the begin of a poll to that of the next; `failures`: how many were not answered since one was. */
export function secondsToNextPoll(pollSeconds: number, failures: number): number {
  const doublings = Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS);
  return Math.max(pollSeconds, Math.min(pollSeconds * 2 ** doublings, MAX_BACK_OFF_SECONDS));
}
