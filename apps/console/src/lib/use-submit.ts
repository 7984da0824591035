import { useState } from 'react';

export interface Submission<Args extends readonly unknown[]> {
  /** While it runs the button waits. */
  readonly busy: boolean;
  /** What went wrong the last time; null when nothing did, or it was changed since. */
  readonly problem: unknown;
  readonly submit: (...given: Args) => Promise<void>;
  /** The form was changed: what was wrong may be right now. */
  readonly reset: () => void;
}

/** A form's attempt: success or failure ends it, and what was typed stays. */
export function useSubmit<Args extends readonly unknown[]>(
  action: (...given: Args) => Promise<void>,
): Submission<Args> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const submit = async (...given: Args): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action(...given);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit, reset: () => setProblem(null) };
}
