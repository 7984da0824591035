/** Ctrl-F goes to the page's own field where the browser could not find what is not rendered. */
import { type RefObject, useEffect } from 'react';

/** Pressed again in the field, it is the browser's. */
export function useFindShortcut(field: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'f';
      const element = field.current;
      if (!isFind || element === null || document.activeElement === element) return;
      event.preventDefault();
      element.focus();
      element.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field, isOn]);
}
