/** The toasts of `toasts.ts`, where they stand, and the key that closes them, in a file of their own. */
import { type RefObject, useSyncExternalStore } from 'react';
import { AmongToasts } from './among-toasts.tsx';
import styles from './toast.module.css';
import { Toast } from './toast.tsx';
import { removeToast, shownToasts, subscribeToToasts } from './toast-store.ts';
import { useToastEscape } from './use-toast-escape.ts';
import { useToastPlace } from './use-toast-place.ts';

export function LoadedToasts({ region }: { readonly region: RefObject<HTMLElement | null> }) {
  useToastPlace(region);
  useToastEscape();
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return toasts.map(({ id, title, message, isProblem, closeAfter, closeLabel }) => (
    <AmongToasts key={id} isUrgent={isProblem}>
      <Toast
        tone={isProblem ? 'critical' : 'plain'}
        closeLabel={closeLabel}
        closeAfter={closeAfter}
        onClose={() => removeToast(id)}
      >
        <div className={styles.title}>{title}</div>
        {message !== '' && <div className="small muted">{message}</div>}
      </Toast>
    </AmongToasts>
  ));
}
