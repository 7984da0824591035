import { useEffect, useState } from 'react';

/** Returns the value once it has not changed for `ms`: a search starts when the user stops typing. */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
