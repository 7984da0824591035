import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useText } from '../lib/texts.ts';
import { markUnsaved } from '../lib/unsaved-changes.ts';
import { Dialog } from './dialog.tsx';
import { type HeldPops, holdPops } from './held-pops.ts';

/** In a form while it has unsaved changes: leaving the page asks first, by the browser's own question or, within the console, by a dialog. */
export function UnsavedChanges() {
  const t = useText();
  const { key } = useLocation();
  const pops = useRef<HeldPops>(null);
  const [leave, setLeave] = useState<{ readonly go: () => void } | null>(null);
  useEffect(() => {
    const ask = (go: () => void): void => setLeave({ go });
    const askOfBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    const held = holdPops(window, ask);
    pops.current = held;
    const unmark = markUnsaved({ ask, onPop: held.onPop });
    window.addEventListener('beforeunload', askOfBrowser);
    return () => {
      window.removeEventListener('beforeunload', askOfBrowser);
      unmark();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each step of the router
  useEffect(() => pops.current?.moved(), [key]);
  if (leave === null) return null;
  const stay = (): void => setLeave(null);
  // Not where the form is: that may be in a part of the page which is closed.
  return createPortal(
    <Dialog title={t('ui.leave.title')} onClose={stay}>
      <p className="muted">{t('ui.leave.text')}</p>
      <div className="row">
        <Button onClick={stay}>{t('ui.leave.stay')}</Button>
        <Button
          variant="default"
          onClick={() => {
            stay();
            leave.go();
          }}
        >
          {t('ui.leave.leave')}
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}
