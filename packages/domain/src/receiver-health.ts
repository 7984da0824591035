/**
 * Whether a receiver takes messages, and what may be tried at it now. Pure: state is data, time and chance are arguments.
 *
 * Input: what became of an attempt. Output: the receiver's next state, and which of the waiting messages may be tried.
 * Invariants: failures of one burst count once; while a receiver is down one message at a time finds out whether it is back,
 * and all others wait without being tried; a new critical message is tried at once; one success frees the receiver; an
 * answer about one message says nothing about the receiver.
 */
import type { Millis } from './time.ts';

export interface ReceiverHealth {
  /** null: it takes messages. */
  readonly downSince: Millis | null;
  /** While it is down: when the next message may be tried. */
  readonly probeAt: Millis | null;
  /** While it is down: when the newest attempt began. */
  readonly attemptedAt: Millis | null;
  readonly deliveredAt: Millis | null;
}

export const NEVER_ATTEMPTED: ReceiverHealth = { downSince: null, probeAt: null, attemptedAt: null, deliveredAt: null };

/**
 * What a failed attempt says. UNREACHABLE: nobody was there. FAILED: somebody was, and did not take it. REFUSED: this message
 * is not wanted as it is; another one may be.
 */
export type Failure = 'UNREACHABLE' | 'FAILED' | 'REFUSED';

/** Messages from this severity on do not wait for a receiver that is down. */
export const URGENT_SEVERITY = 300;
/** A probe follows after 3 to 6 times the first pause: with five seconds, after 15 to 30. */
const PROBE_FACTOR = 3;
/** What a receiver asks for with Retry-After is honored up to this. */
const MAX_RETRY_AFTER: Millis = 300_000;
const MAX_PAUSE: Millis = 3_600_000;

/** Something was taken: whatever was before, it works. */
export const afterDelivery = (_before: ReceiverHealth, at: Millis): ReceiverHealth => ({
  downSince: null,
  probeAt: null,
  attemptedAt: null,
  deliveredAt: at,
});

/** It answered, though it did not want this message: it is there. */
export const afterRefusal = (before: ReceiverHealth): ReceiverHealth => ({
  ...before,
  downSince: null,
  probeAt: null,
  attemptedAt: null,
});

export interface FailedAttempt {
  readonly beganAt: Millis;
  readonly endedAt: Millis;
  /** How long the receiver asked to be left alone. */
  readonly retryAfter: Millis | null;
  /** The first pause, as set up. */
  readonly firstPause: Millis;
  /** 0 to 1: so that what failed together does not come back together. */
  readonly chance: number;
}

export function afterFailure(before: ReceiverHealth, attempt: FailedAttempt): ReceiverHealth {
  const { beganAt, endedAt, firstPause, chance } = attempt;
  const requested = attempt.retryAfter === null ? null : endedAt + Math.min(MAX_RETRY_AFTER, attempt.retryAfter);
  const attemptedAt = Math.max(beganAt, before.attemptedAt ?? beganAt);
  if (before.downSince === null)
    return {
      ...before,
      downSince: endedAt,
      probeAt: requested ?? endedAt + firstPause * (1 + chance / 2),
      attemptedAt,
    };
  // Begun before it was known to be down: part of the same burst.
  if (beganAt <= before.downSince) return requested === null ? before : { ...before, probeAt: requested };
  return { ...before, probeAt: requested ?? endedAt + PROBE_FACTOR * firstPause * (1 + chance), attemptedAt };
}

/**
 * Whether a failure is the message's own: the receiver refused it, or has taken others since this one failed before. A
 * message that no receiver likes must not keep the receiver down for all others.
 */
export const isOwnFailure = (
  health: ReceiverHealth,
  { failure, lastAttemptAt }: { readonly failure: Failure; readonly lastAttemptAt: Millis | null },
): boolean =>
  failure === 'REFUSED' ||
  (failure === 'FAILED' && lastAttemptAt !== null && health.deliveredAt !== null && health.deliveredAt > lastAttemptAt);

/** How long a message waits after failures of its own: doubles from the first pause to an hour, up to a half more. */
export const retryDelay = (failures: number, first: Millis, chance: number): Millis =>
  Math.round(Math.min(MAX_PAUSE, first * 2 ** Math.min(20, failures - 1)) * (1 + chance / 2));

export interface WaitingMessage {
  readonly guid: string;
  /** What it goes to and through: the destination, and the mail server where there is one. */
  readonly receivers: readonly string[];
  readonly severity: number;
  readonly attempts: number;
  readonly createdAt: Millis;
}

export interface AttemptCapacity {
  /** Attempts that may begin in all. */
  readonly total: number;
  /** Of these, attempts at receivers that are down. */
  readonly probes: number;
  /** Attempts that may begin at one destination, the first of a message's receivers. */
  readonly of: (destination: string) => number;
}

export interface SelectedMessages {
  readonly messages: readonly string[];
  /** Receivers that are down for which one of the messages finds out whether they are back. */
  readonly probed: readonly string[];
}

type Admission = 'FREE' | 'PROBE' | 'URGENT' | 'WAITS';

export function admissionOf(health: ReceiverHealth, message: WaitingMessage, now: Millis): Admission {
  if (health.downSince === null) return 'FREE';
  if (health.probeAt === null || health.probeAt <= now) return 'PROBE';
  const isUrgent = message.severity >= URGENT_SEVERITY && message.attempts === 0;
  return isUrgent && (health.attemptedAt === null || message.createdAt > health.attemptedAt) ? 'URGENT' : 'WAITS';
}

/** Which messages are tried now: urgent ones never tried first, the newest of them first; then by tries, the oldest first. */
export function selectMessages(
  waiting: readonly WaitingMessage[],
  healthOf: (receiver: string) => ReceiverHealth,
  now: Millis,
  capacity: AttemptCapacity,
): SelectedMessages {
  const messages: string[] = [];
  const probed = new Set<string>();
  const begun = new Map<string, number>();
  let probes = 0;
  for (const message of [...waiting].sort(byPriority)) {
    if (messages.length >= capacity.total) break;
    const [destination = ''] = message.receivers;
    if ((begun.get(destination) ?? 0) >= capacity.of(destination)) continue;
    const admissions = message.receivers.map((receiver) => {
      const health = healthOf(receiver);
      // Another message finds out already.
      const seen = probed.has(receiver) ? { ...health, probeAt: Number.POSITIVE_INFINITY } : health;
      return { receiver, admission: admissionOf(seen, message, now) };
    });
    if (admissions.some(({ admission }) => admission === 'WAITS')) continue;
    const probing = admissions.filter(({ admission }) => admission === 'PROBE');
    if (probing.length > 0) {
      if (probes >= capacity.probes) continue;
      probes += 1;
      for (const { receiver } of probing) probed.add(receiver);
    }
    begun.set(destination, (begun.get(destination) ?? 0) + 1);
    messages.push(message.guid);
  }
  return { messages, probed: [...probed] };
}

function byPriority(a: WaitingMessage, b: WaitingMessage): number {
  const urgent = (one: WaitingMessage): boolean => one.severity >= URGENT_SEVERITY && one.attempts === 0;
  if (urgent(a) !== urgent(b)) return urgent(a) ? -1 : 1;
  if (urgent(a)) return b.createdAt - a.createdAt;
  return a.attempts - b.attempts || a.createdAt - b.createdAt;
}
