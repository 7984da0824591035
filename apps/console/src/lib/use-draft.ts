/**
 * What somebody is typing, kept in this browser until it is saved: a session that ends, a page that is left or reloaded
 * takes nothing with it. Kept by person, so that the next one at this browser does not find it. Never for secrets.
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
  /** It differs from what is saved. */
  readonly isDirty: boolean;
  /** It was found here from before. */
  readonly isRestored: boolean;
  /** It was saved, or thrown away. */
  readonly clear: () => void;
}

/** `form`: names the form and the thing it is about. `saved`: what stands there now. */
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
