import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** The text of the submitting button. */
  readonly action: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a dialog, with a button that submits it and one that cancels. */
export function DialogForm({ title, action, busy, disabled, onSubmit, onClose, children }: Props) {
  const t = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        {children}
        <div className="row">
          <Button type="submit" loading={busy} disabled={disabled}>
            {action}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
