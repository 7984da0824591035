/**
 * Escalation: who is notified next when nobody reacts, and when. Pure; delays are minutes of real time, so a clock change moves
 * nothing. The first notification of an alert is number one.
 */
import type { Millis } from './time.ts';

export type Audience =
  /** Everybody who was notified before. */
  | { readonly kind: 'NOTIFIED' }
  | { readonly kind: 'ADMINS' }
  | { readonly kind: 'NAMED'; readonly people: readonly string[]; readonly destinations: readonly string[] };

export interface EscalationStep {
  /** After the first notification. */
  readonly afterMinutes: number;
  readonly audience: Audience;
}

export interface EscalationChain {
  readonly name: string;
  readonly minSeverity: number;
  readonly locations: 'all' | readonly string[];
  /** In the order of their delays. */
  readonly steps: readonly EscalationStep[];
  /** After the last step: everybody of the steps again, so often; null: not again. */
  readonly repeatMinutes: number | null;
  readonly maxRepeats: number;
}

export interface NotificationRules {
  /** After so long without any activity an acknowledgement expires. */
  readonly acknowledgementTimeoutMinutes: number;
  readonly chains: readonly EscalationChain[];
}

/** The rules of a tenant that never chose any. */
export const DEFAULT_RULES: NotificationRules = {
  acknowledgementTimeoutMinutes: 60,
  chains: [
    {
      name: 'Critical alerts',
      minSeverity: 300,
      locations: 'all',
      steps: [
        { afterMinutes: 20, audience: { kind: 'NOTIFIED' } },
        { afterMinutes: 60, audience: { kind: 'ADMINS' } },
      ],
      repeatMinutes: 120,
      maxRepeats: 12,
    },
  ],
};

/** The first chain that is for such an alert, or null. */
export const chainFor = (
  { chains }: Pick<NotificationRules, 'chains'>,
  alert: { readonly severity: number; readonly location: string | null },
): EscalationChain | null =>
  chains.find(
    ({ minSeverity, locations }) =>
      alert.severity >= minSeverity &&
      (locations === 'all' || (alert.location !== null && locations.includes(alert.location))),
  ) ?? null;

export interface NextEscalation {
  /** The first notification is 1: 2 is the first escalation. */
  readonly number: number;
  readonly at: Millis;
  readonly audiences: readonly Audience[];
}

const MINUTE = 60_000;

/** The escalation after `sent` notifications, the last of which was at `last`; null: nothing more follows. */
export function nextEscalation(chain: EscalationChain, last: Millis, sent: number): NextEscalation | null {
  const place = sent - 1;
  const step = chain.steps[place];
  const number = sent + 1;
  if (step !== undefined) {
    const wait = step.afterMinutes - (chain.steps[place - 1]?.afterMinutes ?? 0);
    return { number, at: last + wait * MINUTE, audiences: [step.audience] };
  }
  const repeat = place - chain.steps.length;
  if (chain.repeatMinutes === null || repeat >= chain.maxRepeats) return null;
  const audiences =
    chain.steps.length === 0 ? [{ kind: 'NOTIFIED' as const }] : chain.steps.map(({ audience }) => audience);
  return { number, at: last + chain.repeatMinutes * MINUTE, audiences };
}
