/** Saves, discards or deletes a zone. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../lib/texts.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import styles from './zone-save-bar.module.css';

interface Props {
  /** What saving is called. */
  readonly action: string;
  readonly canSave: boolean;
  readonly busy: boolean;
  /** The button that discards what was changed. */
  readonly discard: ReactNode;
  /** What became of a change by another user meanwhile; null: there is none. */
  readonly conflict: string | null;
  readonly problem: unknown;
  /** Fields that show their own errors. */
  readonly fields: readonly string[];
  /** null: there is nothing to delete yet. */
  readonly onDelete: (() => void) | null;
}

export function ZoneSaveBar({ action, canSave, busy, discard, conflict, problem, fields, onDelete }: Props) {
  const t = useText();
  return (
    <div className={styles.bar} data-bottom-bar>
      <Button type="submit" loading={busy} disabled={!canSave}>
        {action}
      </Button>
      {discard}
      {conflict === null ? (
        <FormProblem problem={problem} fields={fields} />
      ) : (
        <p role="alert" className="problem-text">
          {conflict}
        </p>
      )}
      <span className="grow" />
      {onDelete !== null && (
        <Button variant="subtle" color="gray" onClick={onDelete}>
          {t('zones.delete.button')}
        </Button>
      )}
    </div>
  );
}
