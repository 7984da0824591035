import type { AlertOut } from '@picket/contracts/types';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Button, type ButtonProps } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useProfile } from '../session/index.ts';
import { alertTitle } from './alert-text.ts';
import { replaceInLists } from './replace-in-lists.ts';
import { refreshAlert } from './use-alert.ts';

/** Acknowledges an alert. An acknowledged alert shows its assignee instead. */
export function AcknowledgeButton({ alert, ...props }: { readonly alert: AlertOut } & ButtonProps) {
  const t = useText();
  const formats = useFormats();
  const { busy, run } = useAction(async () => {
    replaceInLists(await api('POST /alerts/{guid}/acknowledge', { params: { guid: alert.guid } }));
    await refreshAlert(alert.guid);
  });
  const { display } = useProfile();
  if (alert.acknowledged)
    return <span className="muted small">{t('alerts.acknowledgedBy', { name: alert.acknowledged.by })}</span>;
  if (display) return <span className="muted small">{t('alerts.unacknowledged')}</span>;
  return (
    <Button variant="default" {...props} loading={busy} onClick={run}>
      <span>
        {t.rich('alerts.acknowledge', {
          title: alertTitle(t, formats, alert),
          hidden: (text) => <span className="visually-hidden">{text}</span>,
        })}
      </span>
    </Button>
  );
}
