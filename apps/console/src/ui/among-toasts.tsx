import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { wantToasts } from './toast-store.ts';

/** The live regions of toasts; they are there before the first one, or nothing would be announced. */
export const LIVE_REGIONS = { assertive: 'assertive-toasts', polite: 'polite-toasts' } as const;

/** Shows something of a page among the toasts. `isUrgent`: screen readers announce it at once. */
export function AmongToasts({ isUrgent, children }: { readonly isUrgent: boolean; readonly children: ReactNode }) {
  useEffect(wantToasts, []);
  const place = document.getElementById(isUrgent ? LIVE_REGIONS.assertive : LIVE_REGIONS.polite);
  return place === null ? null : createPortal(children, place);
}
