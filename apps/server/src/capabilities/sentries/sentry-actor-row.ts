import type { SentryActor } from '../../platform/http/actor.ts';

/** A sentry as statements select it for ingest. */
export interface SentryActorRow {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string;
  /** Seconds. */
  readonly interval: number;
  readonly skewed: boolean;
  readonly revision: number;
}

/** The sentry of a row, for reports that no token of its device came with. */
export const toSentryActor = ({ guid, tenant, location, interval, skewed, revision }: SentryActorRow): SentryActor => ({
  kind: 'sentry',
  guid,
  tenant,
  location,
  reportIntervalSeconds: interval,
  clockSkewed: skewed,
  monitorRevision: revision,
  credentialHash: Buffer.alloc(0),
});
