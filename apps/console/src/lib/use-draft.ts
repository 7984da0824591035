/** A draft that is stored in this browser until it is saved (stored-drafts.ts). Forms of fields have theirs from use-api-form.ts. */
import { useRef, useState } from 'react';
import { readDraft, removeDraft, writeDraft } from './stored-drafts.ts';

export interface Draft<Value> {
  readonly value: Value;
  readonly change: (next: Value) => void;
  /** Differs from the saved value. */
  readonly isDirty: boolean;
  /** Restored from an earlier visit. */
  readonly isRestored: boolean;
  /** The draft as it is now, also from an earlier rendering; null: there is none. */
  readonly latest: () => Value | null;
  /** Removes the draft after saving or discarding it. */
  readonly clear: () => void;
}

/** `form` identifies the form and its resource; `saved` is the current value. */
export function useDraft<Value>(user: string, form: string, saved: Value): Draft<Value> {
  const key = { user, form };
  const [stored] = useState(() => readDraft<Value>(key));
  const [typed, setTyped] = useState<Value | null>(stored);
  const latest = useRef(stored);
  const put = (next: Value | null): void => {
    latest.current = next;
    setTyped(next);
  };
  const value = typed ?? saved;
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved);
  return {
    value,
    isDirty,
    isRestored: stored !== null && typed === stored && isDirty,
    change: (next) => {
      put(next);
      if (JSON.stringify(next) === JSON.stringify(saved)) removeDraft(key);
      else writeDraft(key, next);
    },
    latest: () => latest.current,
    clear: () => {
      removeDraft(key);
      put(null);
    },
  };
}
