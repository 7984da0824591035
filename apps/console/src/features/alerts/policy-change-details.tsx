/** What a policy change changed, and a button to revert it. */
import { Button } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';
import { ChangeList } from '../policies/index.ts';
import { alertTimezone } from './alert-text.ts';

interface Props {
  readonly alert: AlertDetailOut;
  readonly mayRevert: boolean;
}

export function PolicyChangeDetails({ alert, mayRevert }: Props) {
  const { busy, run } = useAction(async () => {
    await api('POST /alerts/{guid}/restore', { params: { guid: alert.guid } });
    showToast('Change reverted', 'All values are as they were before it.');
    await refresh('GET /alerts/{guid}');
  });
  const { change } = alert;
  if (change === undefined) return null;
  return (
    <section className="card pad stack" aria-label="What was changed">
      <div className="row">
        <h2>What was changed</h2>
        {change.by !== undefined && <span className="muted">by {change.by}</span>}
        <span className="grow" />
        {change.restorable && mayRevert && (
          <Button variant="default" loading={busy} onClick={() => void run()}>
            Revert this change
          </Button>
        )}
      </div>
      <ChangeList changes={change.changes} />
      {change.restored !== undefined && (
        <p className="muted">
          Reverted by {change.restored.by}, {formatDateTime(Date.parse(change.restored.at), alertTimezone(alert))}
        </p>
      )}
    </section>
  );
}
