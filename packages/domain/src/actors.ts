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

/** What is stored where a user agent says nothing of either. */
export const UNKNOWN_BROWSER = 'An unknown browser';
const UNNAMED_BROWSER = 'A browser';

/** A browser as it is stored in the audit log: "Firefox on Linux". */
export function parseBrowserName(text: string): BrowserIdentity {
  if (text === UNKNOWN_BROWSER) return {};
  const [, name = text, system] = /^(.+) on (.+)$/u.exec(text) ?? [];
  return { name: name === UNNAMED_BROWSER ? undefined : name, system };
}
