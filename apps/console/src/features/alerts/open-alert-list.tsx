/** Open alerts: unacknowledged and most severe first, with a button to acknowledge each. */
import type { AlertOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { alertEvidence, alertPath, alertPlace, alertState, alertTitle } from './alert-text.ts';

interface Props {
  readonly alerts: readonly AlertOut[];
  readonly useCelsius: boolean;
  /** True on the page of a location, where its name is shown already. */
  readonly withoutLocation?: boolean;
}

const byUrgency = (a: AlertOut, b: AlertOut): number =>
  Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined) ||
  b.severity - a.severity ||
  Date.parse(b.raisedAt) - Date.parse(a.raisedAt);

export function OpenAlertList({ alerts, useCelsius, withoutLocation = false }: Props) {
  const now = useNow();
  if (alerts.length === 0) return null;
  return (
    <section className="card" aria-label="Open alerts">
      {[...alerts].sort(byUrgency).map((alert) => (
        <div key={alert.guid} className="alert-row">
          <StateBadge state={alertState(alert)} />
          <span className="alert-summary">
            <Link to={alertPath(alert)}>{alertTitle(alert)}</Link>
            {!withoutLocation && ` · ${alertPlace(alert)}`}
            {alert.sentry && ` · ${alert.sentry.name}`}
            <span className="muted num"> {alertEvidence(alert, useCelsius)}</span>
            {alert.muted && <span className="muted"> · muted by do-not-disturb</span>}
          </span>
          <span className="muted small num">{formatDuration(now - Date.parse(alert.raisedAt))}</span>
          <AcknowledgeButton alert={alert} size="xs" />
        </div>
      ))}
    </section>
  );
}
