import styles from './toast.module.css';

/** Closes a toast; Escape presses it too (toast-region.tsx). */
export function ToastClose({ label, onClose }: { readonly label: string; readonly onClose: () => void }) {
  return (
    <button type="button" className={styles.close} aria-label={label} data-closes-toast onClick={onClose}>
      <svg width="14" height="14" viewBox="0 0 14 14" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
        <path d="M2 2l10 10M12 2L2 12" />
      </svg>
    </button>
  );
}
