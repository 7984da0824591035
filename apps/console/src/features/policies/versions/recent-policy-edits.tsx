/** Edits of the last day, each with a button to undo it. */
import { Button } from '@mantine/core';
import type { PolicyEditOut } from '@picket/contracts/types';
import { changesLine } from '@picket/domain/policy-change-words';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, useApi } from '../../../lib/api.ts';
import { formatAgo } from '../../../lib/format-relative-time.ts';
import { useNow } from '../../../lib/now.ts';
import { showErrorToast, showToast } from '../../../ui/toasts.ts';
import { refreshPolicies } from '../refresh-policies.ts';
import { useReader } from '../use-reader.ts';

const DAY = 86_400_000;

interface Props {
  /** Omitted: all policies. */
  readonly policy?: string;
  readonly sentry?: string;
  readonly mayUndo: boolean;
}

export function RecentPolicyEdits({ policy, sentry, mayUndo }: Props) {
  const now = useNow();
  const query = { limit: 10, ...(policy === undefined ? {} : { policy }), ...(sentry === undefined ? {} : { sentry }) };
  const { data } = useApi('GET /policy-edits', { query });
  const edits = (data?.items ?? []).filter(({ createdAt }) => now - Date.parse(createdAt) < DAY);
  if (edits.length === 0) return null;
  return (
    <section className="card pad stack" aria-label="Edits of the last 24 hours">
      <h2>Edits of the last 24 hours</h2>
      <ul className="changes">
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
  const [busy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      await api('POST /alerts/{guid}/restore', { params: { guid: edit.alert } });
      await refreshPolicies();
      showToast('Undone', 'Everything is as it was before this edit.');
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
        {isNamed && <strong>{edit.title}: </strong>}
        {text}{' '}
        <span className="small muted">
          {edit.createdBy !== undefined && `${edit.createdBy}, `}
          {edit.location === undefined ? (
            formatAgo(edit.createdAt, now)
          ) : (
            <Link to={`/locations/${edit.location}/alert/${edit.alert}`}>{formatAgo(edit.createdAt, now)}</Link>
          )}
          {edit.restored !== undefined && ` · undone by ${edit.restored.by}`}
        </span>
      </span>
      {mayUndo && edit.restorable && (
        <Button size="xs" variant="default" loading={busy} onClick={() => void undo()}>
          Undo<span className="visually-hidden">: {text}</span>
        </Button>
      )}
    </li>
  );
}
