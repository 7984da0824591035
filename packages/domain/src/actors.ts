/** Who did something, where no person did: what is stored in place of a name, and what a browser is called. */

/** In the audit log, as names of actors that are no person. */
export const SYSTEM_ACTORS = { operator: 'Operator', simulation: 'Simulation', unknown: 'Somebody' } as const;
export type SystemActor = keyof typeof SYSTEM_ACTORS;

const LINK_PREFIX = 'A link sent to ';

/** The actor of what was done by a link in a message. */
export const linkActorName = (recipient: string): string => `${LINK_PREFIX}${recipient}`;

/** The recipient of the link that acted; null: another actor. */
export const linkRecipientOf = (actor: string): string | null =>
  actor.startsWith(LINK_PREFIX) ? actor.slice(LINK_PREFIX.length) : null;

/** In place of the name of a recipient that is gone. */
export const DELETED_RECIPIENT = 'a deleted user or channel';

/** What a user agent says of itself; left out: it says nothing, or nothing that is known. */
export interface BrowserIdentity {
  /** "Firefox" */
  readonly name?: string | undefined;
  /** "Linux" */
  readonly system?: string | undefined;
}
