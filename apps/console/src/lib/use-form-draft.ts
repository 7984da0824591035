/** What was typed into a form, and what is stored of it in this browser. */
import type { UseFormReturnType } from '@mantine/form';
import { isSame } from '@picket/domain/same-value';
import { useLayoutEffect, useState } from 'react';
import { type DraftKey, readDraft, removeDraft, writeDraft } from './stored-drafts.ts';

/**
 * The draft of a form. `key` undefined: nothing is stored. `secrets` are never.
 */
export function useFormDraft<Values extends Record<string, unknown>>(
  key: DraftKey | undefined,
  saved: Values,
  secrets: readonly (keyof Values)[],
) {
  const [stored] = useState(() => (key === undefined ? null : readDraft<Partial<Values>>(key)));
  const [isTyped, setTyped] = useState(stored !== null);
  const [isRestored, setRestored] = useState(stored !== null);
  const store = (values: Values): void => {
    if (key === undefined) return;
    const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));
    if (Object.entries(kept).every(([name, value]) => isSame(value, saved[name]))) removeDraft(key);
    else writeDraft(key, kept);
  };
  return {
    initial: { ...saved, ...stored },
    isTyped,
    isRestored,
    change: (values: Values): void => {
      setTyped(!isSame(values, saved));
      setRestored(false);
      store(values);
    },
    clear: (): void => {
      if (key !== undefined) removeDraft(key);
      setTyped(false);
      setRestored(false);
    },
  };
}

/** Shows what is saved in a form that was not changed. */
export function useSavedValues<Values>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setValues'>,
  saved: Values,
  isTyped: boolean,
): void {
  // With the rendering itself: an effect that is still to run would revert what is typed meanwhile.
  useLayoutEffect(() => {
    if (!isTyped && !isSame(form.getValues(), saved)) form.setValues(saved);
  });
}
