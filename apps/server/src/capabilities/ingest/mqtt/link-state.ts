/**
 * What is known of the connection to the broker. Pure.
 *
 *             lead              message
 *   STANDBY --------> WAITING ----------> RECEIVING
 *      ^                 ^      lost          |
 *      |                 +--------------------+
 *      +-- stop (from any)
 *
 * Only a message proves that the broker delivers: it may be connected, and have granted the subscription, and deliver nothing.
 * So a connection begins WAITING, and Picket sends itself a message.
 */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';

export type LinkState =
  /** Another server process is the leader, or this one was stopped. */
  | { readonly phase: 'STANDBY' }
  /** No message has arrived over the present connection; there is none since `since`. */
  | { readonly phase: 'WAITING'; readonly since: Millis }
  | { readonly phase: 'RECEIVING' };

/** A problem is reported after this long without a message to prove the connection. */
const MAX_WAITING: Millis = 60_000;

export const STANDBY: LinkState = { phase: 'STANDBY' };
const RECEIVING: LinkState = { phase: 'RECEIVING' };

/** This process became the leader, and connects. */
export const leading = (now: Millis): LinkState => ({ phase: 'WAITING', since: now });

/** A message arrived. */
export const messageArrived = (state: LinkState): LinkState => (state.phase === 'STANDBY' ? state : RECEIVING);

/** The connection was lost, or an attempt to connect failed. */
export const connectionLost = (state: LinkState, now: Millis): LinkState =>
  state.phase === 'RECEIVING' ? { phase: 'WAITING', since: now } : state;

/** The problem, or null; undefined: another process is the leader. */
export function linkProblem(state: LinkState, now: Millis): Problem | null | undefined {
  if (state.phase === 'STANDBY') return undefined;
  return state.phase === 'WAITING' && now - state.since > MAX_WAITING ? problemOf('MQTT_SILENT', {}) : null;
}
