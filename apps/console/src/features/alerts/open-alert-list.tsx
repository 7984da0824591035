/** Open alerts: unacknowledged and most severe first, with a button to acknowledge each. */
import type { AlertOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { alertEvidence, alertPath, alertPlace, alertState, alertTitle } from './alert-text.ts';
import { AssigneeTag } from './assignee-tag.tsx';
import styles from './open-alert-list.module.css';

interface Props {
  readonly alerts: readonly AlertOut[];
  /** True on the page of a location, where its name is shown already. */
  readonly withoutLocation?: boolean;
}

const byUrgency = (a: AlertOut, b: AlertOut): number =>
  Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined) ||
  b.severity - a.severity ||
  Date.parse(b.raisedAt) - Date.parse(a.raisedAt);

export function OpenAlertList({ alerts, withoutLocation = false }: Props) {
  const t = useText();
  if (alerts.length === 0) return null;
  return (
    <section className={`card ${styles.rows}`} aria-label={t('alerts.openAlerts')}>
      {[...alerts].sort(byUrgency).map((alert) => (
        <AlertRow key={alert.guid} alert={alert} withoutLocation={withoutLocation} />
      ))}
    </section>
  );
}

function AlertRow({ alert, withoutLocation }: { readonly alert: AlertOut; readonly withoutLocation: boolean }) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  const evidence = alertEvidence(t, formats, alert);
  return (
    <div className={styles.row} data-alert>
      <StateBadge state={alertState(alert)} />
      <span className={styles.summary}>
        <span className="facts">
          <Link to={alertPath(alert)}>{alertTitle(t, formats, alert)}</Link>
          {!withoutLocation && <span>{alertPlace(t, alert)}</span>}
          {alert.sentry && <span>{alert.sentry.name}</span>}
          {evidence !== '' && <span className="muted num">{evidence}</span>}
          {alert.state === 'RECOVERED' && <span className="muted">{t('alerts.state.RECOVERED')}</span>}
          {alert.muted && <span className="muted">{t('alerts.fact.muted')}</span>}
        </span>{' '}
        <AssigneeTag alert={alert} />
      </span>
      <span className="muted small num">{formats.duration(now - Date.parse(alert.raisedAt))}</span>
      <AcknowledgeButton alert={alert} size="xs" />
    </div>
  );
}
