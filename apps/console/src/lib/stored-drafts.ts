/**
 * Drafts of forms, stored in this browser until they are saved, so that an expired session or a reload loses nothing. Stored per
 * user: another user of this browser does not see them. Never for secrets.
 */

/** `user`: a guid. `form` identifies the form and its resource. */
export interface DraftKey {
  readonly user: string;
  readonly form: string;
}

export const draftKey = (user: string, form: string): DraftKey => ({ user, form });

const PREFIX = 'draft ';
/** Between tabs: each has a storage of its own. */
const SIGN_OUTS = 'picket-sign-outs';

const storageKey = ({ user, form }: DraftKey): string => `${PREFIX}${user} ${form}`;

/** Returns the stored draft of a form; null: there is none. */
export function readDraft<Value>(key: DraftKey): Value | null {
  const text = sessionStorage.getItem(storageKey(key));
  if (text === null) return null;
  try {
    // Guarantee: written below from a value of the same form.
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

export const writeDraft = (key: DraftKey, value: unknown): void =>
  sessionStorage.setItem(storageKey(key), JSON.stringify(value));

export const removeDraft = (key: DraftKey): void => sessionStorage.removeItem(storageKey(key));

function removeOfTab(): void {
  const names = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
  for (const name of names) if (name?.startsWith(PREFIX) === true) sessionStorage.removeItem(name);
}

/** After a sign-out: removes all drafts, those of other tabs as well. */
export function removeDrafts(): void {
  removeOfTab();
  const channel = new BroadcastChannel(SIGN_OUTS);
  channel.postMessage(null);
  channel.close();
}

/** Removes the drafts of this tab when another one signs out. A session that only ends leaves them. */
export function removeDraftsAtSignOut(): void {
  new BroadcastChannel(SIGN_OUTS).addEventListener('message', removeOfTab);
}
