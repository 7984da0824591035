import { useRef } from 'react';

/** The last value that was settled: while the next one is on its way, what is shown stays what belongs together. */
export function useStableValue<Value>(value: Value, isStable: boolean): Value {
  const last = useRef(value);
  if (isStable) last.current = value;
  return last.current;
}
