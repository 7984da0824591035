import { useState } from 'react';

export interface Submission<Given extends readonly unknown[]> {
  /** While it runs the button waits. */
  readonly busy: boolean;
  /** What went wrong the last time; null when nothing did, or it was changed since. */
  readonly problem: unknown;
  readonly submit: (...given: Given) => Promise<void>;
  /** The form was changed: what was wrong may be right now. */
  readonly forget: () => void;
}

/** A form's attempt: success or failure ends it, and what was typed stays. */
export function useSubmit<Given extends readonly unknown[]>(
  work: (...given: Given) => Promise<void>,
): Submission<Given> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const submit = async (...given: Given): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work(...given);
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit, forget: () => setProblem(null) };
}
