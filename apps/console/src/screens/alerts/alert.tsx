/** /locations/:id/alert/:alertId: an alert with its evidence. */
import { isEdit } from '@picket/domain/alert-kinds';
import { useParams } from 'react-router';
import { AcknowledgeButton } from '../../features/alerts/acknowledge-button.tsx';
import { AlertColumns } from '../../features/alerts/alert-columns.tsx';
import { AlertHeader } from '../../features/alerts/alert-header.tsx';
import styles from '../../features/alerts/alert-page.module.css';
import { AlertProblem } from '../../features/alerts/alert-problem.tsx';
import { AlertSummary } from '../../features/alerts/alert-summary.tsx';
import { alertTimezone, alertTitle } from '../../features/alerts/alert-text.ts';
import { AssignMenu } from '../../features/alerts/assign-menu.tsx';
import { ResolveButton } from '../../features/alerts/resolve-button.tsx';
import { UnacknowledgeButton } from '../../features/alerts/unacknowledge-button.tsx';
import { useAlert } from '../../features/alerts/use-alert.ts';
import { AlertIncident } from '../../features/notifications/alert-incident.tsx';
import { deliveryEntries, NotifiedCount } from '../../features/notifications/delivery-entries.tsx';
import { SnoozeMenu } from '../../features/notifications/snooze-menu.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { AlertVideo } from '../../features/video/clips/alert-video.tsx';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function Alert() {
  const { alertId = '' } = useParams();
  const t = useText();
  const { display } = useProfile();
  const { alert, error, reload } = useAlert(alertId);
  const formats = useFormats(alert && alertTimezone(alert));
  useTitle(alert ? alertTitle(t, formats, alert) : t('alerts.alert'));
  if (alert === undefined)
    return error === undefined ? (
      <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />
    ) : (
      <AlertProblem error={error} onRetry={reload} />
    );
  const timezone = alertTimezone(alert);
  const isActionable = !isEdit(alert.kind) && !alert.withdrawn;
  return (
    <div className={styles.page}>
      <AlertHeader
        alert={alert}
        actions={
          <>
            {!display && isActionable && <SnoozeMenu alert={alert} timezone={timezone} />}
            {isActionable && <AssignMenu alert={alert} />}
            <ResolveButton alert={alert} />
            {isActionable && <UnacknowledgeButton alert={alert} />}
            {/* Who acknowledged it is shown below the title. */}
            {!display && isActionable && alert.acknowledged === undefined && (
              <AcknowledgeButton alert={alert} variant={alert.state === 'OPEN' ? 'filled' : 'default'} />
            )}
          </>
        }
      />
      <AlertSummary alert={alert} />
      <AlertColumns
        alert={alert}
        notifications={deliveryEntries(t, formats, alert, timezone)}
        notified={<NotifiedCount alert={alert} />}
        incident={<AlertIncident alert={alert} />}
        video={<AlertVideo key={alert.guid} alert={alert} />}
      />
    </div>
  );
}
