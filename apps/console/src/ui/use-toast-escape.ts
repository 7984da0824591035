/** Escape closes a toast, unless it closes something that is open over the page. */
import { useEffect } from 'react';
import { escapedToast } from './escaped-toast.ts';

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (document.querySelector('dialog[open], [role="dialog"], [role="menu"], [role="listbox"]') !== null) return;
  const all = [...document.querySelectorAll<HTMLElement>('[data-toasts] [data-toast]')].map((toast) => ({
    toast,
    isUrgent: toast.dataset.urgent === 'true',
    hasFocus: toast.contains(document.activeElement),
  }));
  escapedToast(all)?.toast.querySelector<HTMLElement>('[data-closes-toast]')?.click();
}

export function useToastEscape(): void {
  useEffect(() => {
    // Before what the key closes is gone.
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, []);
}
