/** One toast: a card in a corner, a line at the bottom of a phone. Its time stands still while somebody looks at it. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import styles from './toast.module.css';
import { ToastClose } from './toast-close.tsx';

interface Props {
  /** What the edge says: the color of a state. */
  readonly tone: 'plain' | 'critical' | 'warning' | 'info';
  readonly closeLabel: string;
  /** Escape leaves it, unless it has the focus. */
  readonly isUrgent?: boolean;
  /** When it closes by itself, in milliseconds; null: it waits for the user. */
  readonly closeAfter: number | null;
  /** Called when that time is over; `onClose` unless given. */
  readonly onExpire?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Toast(props: Props) {
  const { tone, isUrgent = false, closeLabel, closeAfter, onClose, onExpire = onClose, children } = props;
  const hold = useExpiry(closeAfter, onExpire);
  const close = (): void => {
    // What had the focus is gone: keys go on in the page.
    const hasFocus = document.activeElement?.closest('[data-toast]') != null;
    onClose();
    if (hasFocus) document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={`${styles.toast} ${styles[tone]}`} data-toast data-urgent={isUrgent} {...hold}>
      <div className={styles.content}>{children}</div>
      <ToastClose label={closeLabel} onClose={close} />
    </div>
  );
}

/** Calls `onExpire` after a time in which nobody pointed at it, had the focus in it, or had a dialog in front of it. */
function useExpiry(after: number | null, onExpire: () => void) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const expire = useEffectEvent(onExpire);
  useEffect(() => {
    if (after === null || isPointedAt || hasFocus) return;
    const timer = setInterval(() => {
      if (!document.hidden && document.querySelector('dialog[open]') === null) expire();
    }, after);
    return () => clearInterval(timer);
  }, [after, isPointedAt, hasFocus]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}
