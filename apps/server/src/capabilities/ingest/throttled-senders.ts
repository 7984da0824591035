/**
 * Which sentries and organizations are throttled, and since when: for the system alert about them.
 *
 * Devices wait for minutes before they send again, so one counts as throttled until `OVER_AFTER_MS` after its last refused report, and
 * is listed once that goes on for `LISTED_AFTER_MS`.
 */
import type { Millis } from '@picket/domain/time';

export interface ThrottledSender {
  readonly tenant: string;
  /** null: the organization as a whole. */
  readonly sentry: string | null;
  readonly since: Millis;
  /** Reports that were refused. */
  readonly reports: number;
}

export const LISTED_AFTER_MS: Millis = 300_000;
/** More than a device waits between two attempts. */
export const OVER_AFTER_MS: Millis = 600_000;
const MAX_KEPT = 1000;

interface Episode extends ThrottledSender {
  readonly lastAt: Millis;
}

export class ThrottledSenders {
  /** The one whose last report was refused the longest ago is first. */
  readonly #episodes = new Map<string, Episode>();

  /** A report was refused. */
  add({ tenant, sentry }: Pick<ThrottledSender, 'tenant' | 'sentry'>, now: Millis): void {
    this.#dropOver(now);
    const key = `${tenant} ${sentry ?? ''}`;
    const known = this.#episodes.get(key);
    if (known === undefined && this.#episodes.size >= MAX_KEPT) return;
    const { since = now, reports = 0 } = known ?? {};
    this.#episodes.delete(key);
    this.#episodes.set(key, { tenant, sentry, since, reports: reports + 1, lastAt: now });
  }

  /** Those that have been throttled for some time, the one with the most refused reports first. */
  list(now: Millis): readonly ThrottledSender[] {
    this.#dropOver(now);
    return [...this.#episodes.values()]
      .filter(({ since, lastAt }) => lastAt - since >= LISTED_AFTER_MS)
      .sort((a, b) => b.reports - a.reports)
      .map(({ tenant, sentry, since, reports }) => ({ tenant, sentry, since, reports }));
  }

  #dropOver(now: Millis): void {
    for (const [key, { lastAt }] of this.#episodes) {
      if (now - lastAt <= OVER_AFTER_MS && now >= lastAt) return;
      this.#episodes.delete(key);
    }
  }
}
