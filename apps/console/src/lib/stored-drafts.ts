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

const storageKey = ({ user, form }: DraftKey): string => `draft ${user} ${form}`;

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
