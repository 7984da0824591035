/** Takes messages that are due for an attempt, as far as their receivers may be tried now; see domain's receiver-health. */

import { channelTraits, isChannelKind } from '@picket/domain/channels';
import { NEVER_ATTEMPTED, type ReceiverHealth, selectMessages, URGENT_SEVERITY } from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { claimRelayProbe, getRelayHealth, relayOf } from '../../mail/index.ts';
import { claimProbes, healthOfDestinations } from '../destinations/destination-health-store.ts';
import { type CandidateMessage, claimMessages, type DueMessage, listCandidates } from './attempt-store.ts';

/** What is looked at for each attempt there is room for. */
const CANDIDATES_PER_ATTEMPT = 4;

export interface ClaimCapacity {
  readonly total: number;
  /** Of these, at receivers that are down. */
  readonly probes: number;
  /** At one destination. */
  readonly each: number;
  /** Attempts that run, by destination. */
  readonly running: ReadonlyMap<string, number>;
}

export interface Claimed {
  readonly message: DueMessage;
  /** Its receiver was down when it was taken. */
  readonly isProbe: boolean;
}

export function claimDue(platform: Platform, capacity: ClaimCapacity, leaseUntil: Millis): Promise<readonly Claimed[]> {
  const now = platform.clock.now();
  const relay = relayOf(platform);
  return platform.db.inSqlTx(async (sql) => {
    const mail = relay === null ? NEVER_ATTEMPTED : await getRelayHealth(sql, relay);
    const candidates = await listCandidates(sql, {
      now,
      limit: CANDIDATES_PER_ATTEMPT * capacity.total,
      each: capacity.each,
      full: [...capacity.running].filter(([, count]) => count >= capacity.each).map(([destination]) => destination),
      urgent: URGENT_SEVERITY,
      // Where no mail server is set up any more, mails wait for one.
      mailsSince: relay === null ? now : isWaitingForProbe(mail, now) ? (mail.attemptedAt ?? 0) : 'ALL',
      isMailDown: mail.downSince !== null,
    });
    if (candidates.length === 0) return [];
    const destinations = [...new Set(candidates.map(({ destination }) => destination))];
    const known = await healthOfDestinations(sql, destinations);
    const healthOf = (receiver: string): ReceiverHealth =>
      receiver === relay ? mail : (known.get(receiver) ?? NEVER_ATTEMPTED);
    const receiversOf = ({ destination, channel }: CandidateMessage): readonly string[] =>
      isChannelKind(channel) && channelTraits(channel).isMail && relay !== null ? [destination, relay] : [destination];
    const chosen = selectMessages(
      candidates.map((one) => ({ ...one, receivers: receiversOf(one), createdAt: one.createdAt.getTime() })),
      healthOf,
      now,
      { total: capacity.total, probes: capacity.probes, of: (one) => capacity.each - (capacity.running.get(one) ?? 0) },
    );
    const taken = new Set(chosen.messages);
    const ours = candidates.filter(({ guid }) => taken.has(guid));
    const isDown = (receiver: string): boolean => healthOf(receiver).downSince !== null;
    const down = [...new Set(ours.map(({ destination }) => destination).filter(isDown))];
    const probed = chosen.probed.filter((receiver) => receiver !== relay);
    const ownProbes = new Set(await claimProbes(sql, { down, probed }, now, leaseUntil));
    if (relay !== null && chosen.probed.includes(relay) && (await claimRelayProbe(sql, relay, now, leaseUntil)))
      ownProbes.add(relay);
    // A probe that another process makes is not made twice.
    const probesOfOthers = new Set(chosen.probed.filter((receiver) => !ownProbes.has(receiver)));
    const mine = ours.filter((one) => !receiversOf(one).some((receiver) => probesOfOthers.has(receiver)));
    const probing = new Set(mine.filter((one) => receiversOf(one).some(isDown)).map(({ guid }) => guid));
    const claimed = await claimMessages(
      sql,
      mine.map(({ guid }) => guid),
      now,
      leaseUntil,
    );
    return claimed.map((message) => ({ message, isProbe: probing.has(message.guid) }));
  });
}

const isWaitingForProbe = ({ downSince, probeAt }: ReceiverHealth, now: Millis): boolean =>
  downSince !== null && probeAt !== null && probeAt > now;
