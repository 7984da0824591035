import { useState } from 'react';

/** Steps back and forth. `value` is the current one, which `onChange` replaces. */
export function useUndo<Value>(value: Value, onChange: (value: Value) => void) {
  const [past, setPast] = useState<readonly Value[]>([]);
  const [future, setFuture] = useState<readonly Value[]>([]);
  /** Remembers `before` as what undoing returns to. */
  const remember = (before: Value): void => {
    setPast([...past, before]);
    setFuture([]);
  };
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    remember,
    /** Changes the value by one step. */
    step: (next: Value): void => {
      remember(value);
      onChange(next);
    },
    undo: (): void => {
      const before = past.at(-1);
      if (before === undefined) return;
      setPast(past.slice(0, -1));
      setFuture([...future, value]);
      onChange(before);
    },
    redo: (): void => {
      const after = future.at(-1);
      if (after === undefined) return;
      setFuture(future.slice(0, -1));
      setPast([...past, value]);
      onChange(after);
    },
  };
}
