import { Button, type ButtonProps } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { api, refresh, updateCached } from '../../lib/api.ts';
import { useAction } from '../../ui/use-action.ts';
import { useProfile } from '../session/index.ts';

/** Acknowledges an alert. An acknowledged alert shows its assignee instead. */
export function AcknowledgeButton({ alert, ...props }: { readonly alert: AlertOut } & ButtonProps) {
  const { busy, run } = useAction(async () => {
    const changed = await api('POST /alerts/{guid}/acknowledge', { params: { guid: alert.guid } });
    updateCached('GET /alerts', (list) => ({
      ...list,
      items: list.items.map((one) => (one.guid === changed.guid ? changed : one)),
    }));
    await refresh('GET /alerts/{guid}');
  });
  const { display } = useProfile();
  if (alert.acknowledged) return <span className="muted small">Acknowledged by {alert.acknowledged.by}</span>;
  if (display) return <span className="muted small">Unacknowledged</span>;
  return (
    <Button variant="default" {...props} loading={busy} onClick={run}>
      Acknowledge<span className="visually-hidden"> {alert.violation ?? alert.message}</span>
    </Button>
  );
}
