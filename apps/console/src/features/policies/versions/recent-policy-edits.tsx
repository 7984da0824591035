/** Edits of the last day, each with a button to undo it. */
import { Button } from '@mantine/core';
import type { PolicyEditOut } from '@picket/contracts/types';
import { changesLine } from '@picket/i18n/change-words';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api, useApi } from '../../../lib/api.ts';
import { nameText } from '../../../lib/kind-texts.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { hidden, strong } from '../../../ui/rich-tags.tsx';
import { showErrorToast, showToast } from '../../../ui/toasts.ts';
import styles from '../change-lines.module.css';
import { refreshPolicies } from '../refresh-policies.ts';
import { useReader } from '../use-reader.ts';

const DAY = 86_400_000;

interface EditsOf {
  /** Omitted: all policies. */
  readonly policy?: string | undefined;
  readonly sentry?: string | undefined;
}

interface Props extends EditsOf {
  readonly mayUndo: boolean;
}

/** The newest edits of a policy. What stands below their list can wait for them, so that it stays in its place. */
export const useRecentPolicyEdits = ({ policy, sentry }: EditsOf) =>
  useApi('GET /policy-edits', {
    query: { limit: 10, ...(policy === undefined ? {} : { policy }), ...(sentry === undefined ? {} : { sentry }) },
  });

export function RecentPolicyEdits({ policy, sentry, mayUndo }: Props) {
  const t = useText();
  const now = useNow();
  const { data } = useRecentPolicyEdits({ policy, sentry });
  const edits = (data?.items ?? []).filter(({ createdAt }) => now - Date.parse(createdAt) < DAY);
  if (edits.length === 0) return null;
  return (
    <section className="card pad stack" aria-label={t('policies.edits.title')}>
      <h2>{t('policies.edits.title')}</h2>
      <ul className={styles.lines}>
        {edits.map((edit) => (
          <Edit key={edit.alert} edit={edit} now={now} mayUndo={mayUndo} isNamed={policy === undefined} />
        ))}
      </ul>
    </section>
  );
}

function Edit({
  edit,
  now,
  mayUndo,
  isNamed,
}: {
  readonly edit: PolicyEditOut;
  readonly now: number;
  readonly mayUndo: boolean;
  readonly isNamed: boolean;
}) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      await api('POST /alerts/{guid}/restore', { params: { guid: edit.alert } });
      await refreshPolicies();
      showToast(t('policies.edits.undone'), t('policies.edits.undoneText'));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setBusy(false);
    }
  };
  const reader = useReader();
  const text = changesLine(edit.changes, reader);
  return (
    <li className="row">
      <span className="grow">
        {isNamed ? t.rich('policies.edits.named', { title: nameText(t, edit.title), text, strong }) : text}{' '}
        <EditOrigin edit={edit} now={now} />
      </span>
      {mayUndo && edit.restorable && (
        <Button size="xs" variant="default" loading={busy} onClick={() => void undo()}>
          {t.rich('policies.edits.undo', { text, hidden })}
        </Button>
      )}
    </li>
  );
}

/** Who made an edit, when, and who undid it. */
function EditOrigin({ edit, now }: { readonly edit: PolicyEditOut; readonly now: number }) {
  const t = useText();
  const formats = useFormats();
  const { createdBy, location, restored } = edit;
  const ago = formats.ago(edit.createdAt, now);
  const link = (text: ReactNode) =>
    location === undefined ? text : <Link to={`/locations/${location}/alert/${edit.alert}`}>{text}</Link>;
  return (
    <span className="small muted">
      {createdBy === undefined ? link(ago) : t.rich('policies.edits.by', { name: createdBy, ago, link })}
      {restored !== undefined && ` · ${t('policies.edits.undoneBy', { name: restored.by })}`}
    </span>
  );
}
