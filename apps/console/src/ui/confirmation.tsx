import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts.ts';
import { useSave } from '../lib/use-save.ts';
import { Dialog } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';

interface Props {
  readonly title: string;
  /** The text of the confirming button. */
  readonly action: string;
  /** Describes the consequences. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<void>;
  /** Fetches the current resource after an edit conflict. */
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Confirms an action that can be undone. For others see typed-confirmation.tsx. */
export function Confirmation({ title, action, children, onConfirm, reload, onClose }: Props) {
  const t = useText();
  const { busy, problem, submit } = useSave(onConfirm, reload);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FormProblem problem={problem} />
      <div className="row">
        <Button loading={busy} onClick={() => void submit()}>
          {action}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
