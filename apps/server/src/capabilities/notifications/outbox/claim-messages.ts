/** Takes messages that are due for an attempt, as far as their receivers may be tried now; see domain's receiver-health. */

import { channelTraits, isChannelKind } from '@picket/domain/channels';
import { NEVER_ATTEMPTED, type ReceiverHealth, selectMessages, URGENT_SEVERITY } from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { partsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { claimRelayProbe, getRelayHealth, relayOf } from '../../mail/index.ts';
import { claimProbes, healthOfDestinations } from '../destinations/destination-health-store.ts';
import {
  type CandidateMessage,
  claimMessages,
  type DueMessage,
  listCandidates,
  lockDueMessages,
} from './attempt-store.ts';

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
  /** Their messages: none is tried twice at a time. */
  readonly messages: ReadonlySet<string>;
}

export interface Claimed {
  readonly message: DueMessage;
  /** Its receiver was down when it was taken. */
  readonly isProbe: boolean;
}

/** Chosen ones that others took meanwhile are chosen again so many times: there may be more that is due. */
const MAX_CHOICES = 3;

/**
 * Chooses by what is read without a lock, then takes what is still due of it: all at once, or where rows are distributed in a
 * transaction for each organization. Those of an organization that fails stay due.
 */
export async function claimDue(
  platform: Platform,
  capacity: ClaimCapacity,
  leaseUntil: Millis,
): Promise<readonly Claimed[]> {
  for (let choices = 1; ; choices++) {
    const choice = await chooseDue(platform, capacity);
    const claimed: Claimed[] = [];
    const failures: unknown[] = [];
    for (const part of partsOf(platform.db, choice.messages))
      try {
        claimed.push(...(await platform.db.inSqlTx((sql) => claimPart(sql, part, choice, leaseUntil))));
      } catch (error) {
        failures.push(error);
      }
    if (claimed.length === 0 && failures.length > 0) throw failures[0];
    for (const error of failures)
      platform.log.error({ err: error }, 'messages of an organization could not be claimed');
    if (claimed.length > 0 || choice.messages.length === 0 || choices >= MAX_CHOICES) return claimed;
  }
}

interface Choice {
  readonly now: Millis;
  readonly messages: readonly CandidateMessage[];
  /** Receivers that are down, and of which a probe is due. */
  readonly probed: readonly string[];
  /** The mail server; null: none is set up. */
  readonly relay: string | null;
  readonly isDown: (receiver: string) => boolean;
  readonly receiversOf: (message: CandidateMessage) => readonly string[];
}

async function chooseDue(platform: Platform, capacity: ClaimCapacity): Promise<Choice> {
  const { db, clock } = platform;
  const now = clock.now();
  const relay = relayOf(platform);
  const mail = relay === null ? NEVER_ATTEMPTED : await getRelayHealth(db.console, relay);
  const listed = await listCandidates(db.console, {
    now,
    limit: CANDIDATES_PER_ATTEMPT * capacity.total,
    each: capacity.each,
    full: [...capacity.running].filter(([, count]) => count >= capacity.each).map(([destination]) => destination),
    urgent: URGENT_SEVERITY,
    // Where no mail server is set up any more, mails wait for one.
    mailsSince: relay === null ? now : isWaitingForProbe(mail, now) ? (mail.attemptedAt ?? 0) : 'ALL',
    isMailDown: mail.downSince !== null,
  });
  const candidates = listed.filter(({ guid }) => !capacity.messages.has(guid));
  const known = candidates.length === 0 ? new Map() : await healthOfDestinations(db.console, candidates);
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
  return {
    now,
    messages: candidates.filter(({ guid }) => taken.has(guid)),
    probed: chosen.probed,
    relay,
    isDown: (receiver) => healthOf(receiver).downSince !== null,
    receiversOf,
  };
}

async function claimPart(
  sql: Sql,
  part: readonly CandidateMessage[],
  { now, probed, relay, isDown, receiversOf }: Choice,
  leaseUntil: Millis,
): Promise<readonly Claimed[]> {
  const locked = await lockDueMessages(sql, part, now);
  const ours = part.filter(({ guid }) => locked.has(guid));
  if (ours.length === 0) return [];
  const receivers = new Set(ours.flatMap(receiversOf));
  const ownProbes = new Set(
    await claimProbes(
      sql,
      {
        down: ours.filter(({ destination }) => isDown(destination)),
        probed: probed.filter((receiver) => receiver !== relay),
      },
      now,
      leaseUntil,
    ),
  );
  const isRelayProbed = relay !== null && receivers.has(relay) && probed.includes(relay);
  if (isRelayProbed && (await claimRelayProbe(sql, relay, now, leaseUntil))) ownProbes.add(relay);
  // A probe that another process makes is not made twice.
  const probesOfOthers = new Set(probed.filter((receiver) => !ownProbes.has(receiver)));
  const mine = ours.filter((one) => !receiversOf(one).some((receiver) => probesOfOthers.has(receiver)));
  const probing = new Set(mine.filter((one) => receiversOf(one).some(isDown)).map(({ guid }) => guid));
  const claimed = await claimMessages(sql, mine, now, leaseUntil);
  return claimed.map((message) => ({ message, isProbe: probing.has(message.guid) }));
}

const isWaitingForProbe = ({ downSince, probeAt }: ReceiverHealth, now: Millis): boolean =>
  downSince !== null && probeAt !== null && probeAt > now;
