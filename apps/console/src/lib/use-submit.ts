import { useRef, useState } from 'react';

export interface Submission<Args extends readonly unknown[]> {
  /** The action is running. */
  readonly busy: boolean;
  /** The error of the last attempt; null after success or `reset`. */
  readonly problem: unknown;
  readonly submit: (...given: Args) => Promise<void>;
  /** Clears the error, when the form is changed. */
  readonly reset: () => void;
}

/** Runs the action of a form, once at a time, and keeps its state; the input stays after an error. */
export function useSubmit<Args extends readonly unknown[]>(
  action: (...given: Args) => Promise<void>,
): Submission<Args> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  // Known at once: a second press may come before the button shows that it is busy.
  const isRunning = useRef(false);
  const submit = async (...given: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await action(...given);
    } catch (error) {
      setProblem(error);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, submit, reset: () => setProblem(null) };
}
