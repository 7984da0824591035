/**
 * A form draft, stored in this browser until it is saved, so that an expired session or a reload loses nothing. Stored
 * per user: another user of this browser does not see it. Never for secrets.
 */
import { useState } from 'react';

const storageKey = (user: string, form: string): string => `draft ${user} ${form}`;

function readStored<Value>(key: string): Value | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  try {
    // Guarantee: written below from a value of the same form.
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}

export interface Draft<Value> {
  readonly value: Value;
  readonly change: (next: Value) => void;
  /** Differs from the saved value. */
  readonly isDirty: boolean;
  /** Restored from an earlier visit. */
  readonly isRestored: boolean;
  /** Removes the draft after saving or discarding it. */
  readonly clear: () => void;
}

/** `form` identifies the form and its resource; `saved` is the current value. */
export function useDraft<Value>(user: string, form: string, saved: Value): Draft<Value> {
  const key = storageKey(user, form);
  const [stored] = useState(() => readStored<Value>(key));
  const [typed, setTyped] = useState<Value | null>(stored);
  const value = typed ?? saved;
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved);
  return {
    value,
    isDirty,
    isRestored: stored !== null && typed === stored && isDirty,
    change: (next) => {
      setTyped(next);
      if (JSON.stringify(next) === JSON.stringify(saved)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(next));
    },
    clear: () => {
      sessionStorage.removeItem(key);
      setTyped(null);
    },
  };
}
