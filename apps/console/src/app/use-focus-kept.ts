import { useLayoutEffect, useRef } from 'react';

/** While the page is hidden nothing in it can have the focus: afterwards what had it gets it back. */
export function useFocusKept(isHidden: boolean): void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    // The browser takes the focus away only when it draws what is hidden now.
    if (isHidden) focused.current = document.activeElement;
    else if (focused.current instanceof HTMLElement) {
      focused.current.focus({ preventScroll: true });
      focused.current = null;
    }
  }, [isHidden]);
}
