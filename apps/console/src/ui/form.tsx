import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { saveKeyEffect } from './save-key.ts';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface Props {
  readonly onSubmit: () => void;
  /** Ctrl-S was pressed while the button cannot be. */
  readonly onRefused?: () => void;
  /** Has unsaved changes: leaving the page asks first. */
  readonly dirty?: boolean;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form that saves with Enter, its button or Ctrl-S, and warns before unsaved changes are lost. */
export function Form({ onSubmit, onRefused, dirty = false, label, className = 'form', children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const save = (event: KeyboardEvent): void => {
    if (!form.current?.contains(document.activeElement)) return;
    event.preventDefault();
    const effect = saveKeyEffect(event, form.current);
    if (effect === 'submits') form.current.requestSubmit();
    else if (effect === 'isRefused') onRefused?.();
  };
  useHotkeys([['mod+S', save, { preventDefault: false }]], []);
  return (
    <form
      ref={form}
      className={className}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {dirty && <UnsavedChanges />}
    </form>
  );
}
