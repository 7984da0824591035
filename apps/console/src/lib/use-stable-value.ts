import { useRef } from 'react';

/** Returns the last value seen while `isStable`, so that related parts of a page change together. */
export function useStableValue<Value>(value: Value, isStable: boolean): Value {
  const last = useRef(value);
  if (isStable) last.current = value;
  return last.current;
}
