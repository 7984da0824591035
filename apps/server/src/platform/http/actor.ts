/** The caller of a request. Identity comes from stored credentials, never from what the caller claims. */
import type { Permission } from '@picket/domain/permissions';
import type { Millis } from '@picket/domain/time';

export interface UserActor {
  readonly kind: 'user';
  readonly guid: string;
  readonly tenant: string;
  /** Display name, else e-mail, as shown in timelines. */
  readonly name: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly isAdminTenant: boolean;
  /** The organization asks for a second factor and this person has none yet. */
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
  /** When the user last authenticated. */
  readonly confirmedAt: Millis;
  /** The cookie is to be exchanged for a new one. */
  readonly renew: boolean;
}

/** A wall display: a browser with read-only access. */
export interface DisplayUse {
  readonly kind: 'display';
  readonly guid: string;
}

/** An API token that acts for a user. */
export interface TokenUse {
  readonly kind: 'token';
  readonly guid: string;
  readonly name: string;
}

/** A device, with what ingest needs. */
export interface SentryActor {
  readonly kind: 'sentry';
  readonly guid: string;
  readonly tenant: string;
  readonly location: string;
  readonly reportIntervalSeconds: number;
  readonly clockSkewed: boolean;
  /** Grows with every change to the policies and sensors of its organization. */
  readonly monitorRevision: number;
  readonly credentialHash: Buffer;
}

/** A command on the server that works for one organization. */
export interface OperatorActor {
  readonly kind: 'operator';
  readonly guid: null;
  readonly tenant: string;
  /** As it is stored in the audit log and in timelines. */
  readonly name: string;
}

/** Who edits what is watched. */
export type EditorActor = UserActor | OperatorActor;

export interface AnonymousActor {
  readonly kind: 'anonymous';
}

export type Actor = UserActor | SentryActor | AnonymousActor | OperatorActor;

export const ANONYMOUS: AnonymousActor = { kind: 'anonymous' };
