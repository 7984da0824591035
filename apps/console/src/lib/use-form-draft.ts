/**
 * What was typed into a form, what it was based on, and what is stored of it in this browser. When somebody else saves meanwhile, both
 * are kept, so that nothing is lost and the changes can be shown.
 */
import type { UseFormReturnType } from '@mantine/form';
import { isSame } from '@picket/domain/same-value';
import { useLayoutEffect, useRef, useState } from 'react';
import { type DraftKey, readDraft, removeDraft, writeDraft } from './stored-drafts.ts';

/** What typing began from. `version`: `last_update_ts` of the resource; undefined: it is none that others change. */
interface Base<Values> {
  readonly values: Values;
  readonly version: string | undefined;
}

interface Kept<Values> {
  readonly typed: Partial<Values>;
  readonly base: Base<Values>;
}

/** Somebody else saved the resource while it was typed into: what that was based on, and what is saved now. */
export interface SavedMeanwhile<Values> {
  readonly base: Values;
  readonly theirs: Values;
}

interface Options<Values> {
  /** undefined: nothing is stored. */
  readonly key: DraftKey | undefined;
  readonly saved: Values;
  readonly version: string | undefined;
  /** They are never stored. */
  readonly secrets: readonly (keyof Values)[];
}

/** The draft of a form. */
export function useFormDraft<Values extends Record<string, unknown>>({
  key,
  saved,
  version,
  secrets,
}: Options<Values>) {
  const [stored] = useState(() => (key === undefined ? null : readDraft<Kept<Values>>(key)));
  const [isTyped, setTyped] = useState(stored !== null);
  const [isRestored, setRestored] = useState(stored !== null);
  const [base, setBase] = useState<Base<Values> | null>(stored?.base ?? null);
  const current: Base<Values> = { values: saved, version };
  // What else the resource holds is no matter of this form.
  const isMeanwhile = isTyped && base !== null && base.version !== version && !isSame(base.values, saved) ? base : null;
  // What sends the form has the rendering in which it was sent.
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const store = (typed: Values, from: Base<Values>): void => {
    if (key === undefined) return;
    const kept = Object.fromEntries(Object.entries(typed).filter(([name]) => !secrets.includes(name)));
    if (Object.entries(kept).every(([name, value]) => isSame(value, latest.current.values[name]))) removeDraft(key);
    else writeDraft(key, { typed: kept, base: from });
  };
  return {
    initial: { ...saved, ...stored?.typed },
    isTyped,
    isRestored,
    /** Sent with a change, which is refused if the version on the server is another. */
    version: (isMeanwhile ?? current).version,
    savedMeanwhile: isMeanwhile === null ? null : { base: isMeanwhile.values, theirs: saved },
    change: (values: Values): void => {
      const differs = !isSame(values, saved);
      setTyped(differs);
      setBase((before) => (differs ? (before ?? current) : null));
      setRestored(false);
      store(values, base ?? current);
    },
    /** What is typed from now on is based on what is saved now. */
    rebase: (values: Values): void => {
      setBase(isSame(values, saved) ? null : current);
      store(values, current);
    },
    /** It was saved, and something else was typed meanwhile. */
    continueTyping: (values: Values): void => {
      setBase(null);
      store(values, latest.current);
    },
    clear: (): void => {
      if (key !== undefined) removeDraft(key);
      setTyped(false);
      setBase(null);
      setRestored(false);
    },
  };
}

export type FormDraft<Values extends Record<string, unknown>> = ReturnType<typeof useFormDraft<Values>>;

/** What was typed, on top of what somebody else saved: a field that was not typed into is theirs. */
export const mergeTyped = <Values extends Record<string, unknown>>(
  { base, theirs }: SavedMeanwhile<Values>,
  typed: Values,
): Values => ({
  ...theirs,
  ...Object.fromEntries(Object.entries(typed).filter(([name, value]) => !isSame(value, base[name]))),
});

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
