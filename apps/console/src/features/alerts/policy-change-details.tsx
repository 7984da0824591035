/** What a policy change changed, and a button to revert it. */
import { Button } from '@mantine/core';
import type { AlertDetailOut } from '@picket/contracts/types';
import { isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';
import { ChangeList } from '../policies/index.ts';
import { useProfile } from '../session/index.ts';
import { alertTimezone } from './alert-text.ts';
import { refreshAlert } from './use-alert.ts';

export function PolicyChangeDetails({ alert }: { readonly alert: AlertDetailOut }) {
  const t = useText();
  const formats = useFormats(alertTimezone(alert));
  const { permissions } = useProfile();
  const { busy, run } = useAction(async () => {
    await api('POST /alerts/{guid}/restore', { params: { guid: alert.guid } });
    showToast(t('alerts.reverted'), t('alerts.revertedText'));
    await refreshAlert(alert.guid);
  });
  const { change, location } = alert;
  if (change === undefined) return null;
  const mayRevert = location === undefined ? isAdmin(permissions) : isLocationAdmin(permissions, location.guid);
  return (
    <section className="card pad stack" aria-label={t('alerts.changed')}>
      <div className="row">
        <h2>{t('alerts.changed')}</h2>
        {change.by !== undefined && <span className="muted">{t('alerts.changedBy', { name: change.by })}</span>}
        <span className="grow" />
        {change.restorable && mayRevert && (
          <Button variant="default" loading={busy} onClick={() => void run()}>
            {t('alerts.revert')}
          </Button>
        )}
      </div>
      <ChangeList changes={change.changes} />
      {change.restored !== undefined && (
        <p className="muted">
          {t('alerts.revertedBy', { name: change.restored.by, time: formats.dateTime(change.restored.at) })}
        </p>
      )}
    </section>
  );
}
