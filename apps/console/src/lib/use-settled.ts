import { useRef } from 'react';

/** The last value that was settled: while the next one is on its way, what is shown stays what belongs together. */
export function useSettled<Value>(value: Value, isSettled: boolean): Value {
  const last = useRef(value);
  if (isSettled) last.current = value;
  return last.current;
}
