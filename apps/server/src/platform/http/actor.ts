/** Who is calling. Identity comes from what the server holds, never from what a caller says of itself. */
import type { Millis, Permission } from '@picket/domain';

export interface UserActor {
  readonly kind: 'user';
  readonly guid: string;
  readonly tenant: string;
  /** Display name, else e-mail: what timelines say. */
  readonly name: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly isAdminTenant: boolean;
  /** The organisation asks for a second factor and this person has none yet. */
  readonly lacksMfa: boolean;
  /** Where the call came from. */
  readonly address: string;
  readonly via: BrowserSession | TokenUse | DisplayUse;
}

/** A browser that is signed in. */
export interface BrowserSession {
  readonly kind: 'session';
  readonly guid: string;
  readonly hash: Buffer;
  /** When the person last proved who they are. */
  readonly confirmedAt: Millis;
  /** The cookie is to be exchanged for a new one. */
  readonly renew: boolean;
}

/** A browser that was made a wall display: it looks, and does nothing else. */
export interface DisplayUse {
  readonly kind: 'display';
  readonly guid: string;
}

/** An API token that acts for the person. */
export interface TokenUse {
  readonly kind: 'token';
  readonly guid: string;
  readonly name: string;
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
