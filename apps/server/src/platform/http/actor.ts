/** Who is calling. Identity comes from what the server holds, never from what a caller says of itself. */
import type { Permission } from '@picket/domain';

export interface UserActor {
  readonly kind: 'user';
  readonly guid: string;
  readonly tenant: string;
  /** Display name, else e-mail: what timelines say. */
  readonly name: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly sessionHash: Buffer;
}

/** A device, with what ingest needs to know of it. */
export interface SentryActor {
  readonly kind: 'sentry';
  readonly guid: string;
  readonly tenant: string;
  readonly location: string;
  readonly reportIntervalSeconds: number;
  readonly clockSkewed: boolean;
  /** Grows when what is watched in its organisation changes. */
  readonly monitorRevision: number;
  readonly credentialHash: Buffer;
}

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | SentryActor | AnonymousActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };
