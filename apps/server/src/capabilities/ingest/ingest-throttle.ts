/**
 * Limits how many readings a sentry and an organization may send, with a token bucket for each. Each server process counts for
 * itself. Reports beyond a limit are refused with 429 and stored in no part; the device keeps them and sends them again.
 */
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import { costOf } from './report-cost.ts';
import { ThrottledSenders } from './throttled-senders.ts';
import { type BucketLimits, TokenBuckets } from './token-buckets.ts';

/** Why a report was refused: a limit of readings, or the share of a queue that fills. */
export type ThrottleReason = 'sentry_rate' | 'tenant_rate' | 'sentry_share' | 'tenant_share' | 'queue_full';
export type OnThrottled = (reason: ThrottleReason) => void;

export interface IngestLimits {
  readonly sentry: BucketLimits;
  readonly tenant: BucketLimits;
}

export class IngestThrottle {
  readonly #ofSentries: TokenBuckets;
  readonly #ofTenants: TokenBuckets;
  readonly #onThrottled: OnThrottled;
  readonly #senders = new ThrottledSenders();

  constructor({ sentry, tenant }: IngestLimits, onThrottled: OnThrottled) {
    this.#ofSentries = new TokenBuckets(sentry);
    this.#ofTenants = new TokenBuckets(tenant);
    this.#onThrottled = onThrottled;
  }

  /** Throws a 429 where a report of the sentry is beyond a limit, whatever is in it. */
  assertWithinLimits({ tenant, guid }: SentryActor, now: Millis): void {
    const sentrySeconds = this.#ofSentries.secondsUntilAllowed(guid, now);
    const tenantSeconds = this.#ofTenants.secondsUntilAllowed(tenant, now);
    if (sentrySeconds === 0 && tenantSeconds === 0) return;
    const isSentry = sentrySeconds > 0;
    this.#onThrottled(isSentry ? 'sentry_rate' : 'tenant_rate');
    this.#senders.add({ tenant, sentry: isSentry ? guid : null }, now);
    throw new AppError(isSentry ? 'sentryRateLimited' : 'tenantRateLimited', {
      retryAfterSeconds: Math.ceil(Math.max(sentrySeconds, tenantSeconds)),
    });
  }

  /** The same, and counts the report. Returns the function that takes it out of the count: it was not stored. */
  admit(sentry: SentryActor, readings: number, now: Millis): () => void {
    this.assertWithinLimits(sentry, now);
    return this.charge(sentry, costOf(readings), now);
  }

  /** Counts what a report costs that was admitted, which may leave a debt. Returns the function that takes it out of the count. */
  charge(sentry: SentryActor, cost: number, now: Millis): () => void {
    this.#ofSentries.take(sentry.guid, cost, now);
    this.#ofTenants.take(sentry.tenant, cost, now);
    return () => {
      this.#ofSentries.refund(sentry.guid, cost);
      this.#ofTenants.refund(sentry.tenant, cost);
    };
  }

  /** Those that have been throttled by these limits for some time. */
  readonly listThrottled = (now: Millis) => this.#senders.list(now);
}
