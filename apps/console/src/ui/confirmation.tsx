import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSave } from '../lib/use-save.ts';
import { Dialog } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';

interface Props {
  readonly title: string;
  /** What the button says that does it. */
  readonly action: string;
  /** What comes of it. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<void>;
  /** Fetches the thing as it is now, where somebody else was faster. */
  readonly reload: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done that can be undone; what cannot asks for a name (typed-confirmation.tsx). */
export function Confirmation({ title, action, children, onConfirm, reload, onClose }: Props) {
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
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
