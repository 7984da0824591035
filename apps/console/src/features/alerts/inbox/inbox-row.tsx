/** An alert of the inbox: a row of a table, on a phone a card. */
import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { Link } from 'react-router';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { useProfile } from '../../session/index.ts';
import { AcknowledgeButton } from '../acknowledge-button.tsx';
import { alertEvidence, alertPath, alertPlace, alertState, alertTitle } from '../alert-text.ts';
import { AssigneeTag } from '../assignee-tag.tsx';
import styles from './inbox.module.css';
import { isSelectable, type Selection, sectionOf } from './use-selection.ts';

interface Props {
  readonly alert: AlertOut;
  readonly selection: Selection;
}

export function InboxRow({ alert, selection }: Props) {
  const t = useText();
  const formats = useFormats();
  const { display } = useProfile();
  const evidence = alertEvidence(t, formats, alert);
  const title = alertTitle(t, formats, alert);
  const isSelected = selection.isSelected(alert.guid) && isSelectable(alert);
  return (
    <li className={styles.row} data-alert={alert.guid} data-selected={isSelected}>
      <span className={styles.pick}>
        {isSelectable(alert) && !display && (
          <input
            type="checkbox"
            aria-label={t('inbox.select', { alert: title, location: alertPlace(t, alert) })}
            checked={isSelected}
            onChange={() => selection.toggle(alert.guid)}
          />
        )}
      </span>
      <span className={styles.badge}>
        <StateBadge state={alertState(alert)} />
      </span>
      <span className={styles.what}>
        <Link to={alertPath(alert)}>{title}</Link>
        <span className="small muted num facts">
          {evidence !== '' && <span>{evidence}</span>}
          {alert.muted && sectionOf(alert) !== 'past' && <span>{t('alerts.fact.muted')}</span>}
        </span>
      </span>
      <span className={styles.where}>
        <span>{alertPlace(t, alert)}</span>
        {alert.sentry && <span className="small muted">{alert.sentry.name}</span>}
      </span>
      <RaisedAt alert={alert} />
      <span className={styles.state}>
        <AlertStateText alert={alert} />
        <AssigneeTag alert={alert} />
      </span>
    </li>
  );
}

function RaisedAt({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
  const now = useNow();
  // As the page of the alert has it.
  const formats = useFormats(alert.location?.timezone);
  const zone = formats.timezoneNote();
  const raised = Date.parse(alert.raisedAt);
  const duration = formats.duration((alert.endedAt === undefined ? now : Date.parse(alert.endedAt)) - raised);
  return (
    <span className={`${styles.when} num`}>
      <time dateTime={alert.raisedAt}>{formats.dateTime(raised)}</time>
      {zone !== '' && <span className="small muted">{zone}</span>}
      {!isEdit(alert.kind) && (
        <span className="small muted">
          {sectionOf(alert) === 'past' ? t('inbox.lasted', { duration }) : t('inbox.openSince', { duration })}
        </span>
      )}
    </span>
  );
}

function AlertStateText({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
  if (isSelectable(alert) || sectionOf(alert) === 'acknowledged') return <AcknowledgeButton alert={alert} size="xs" />;
  if (isEdit(alert.kind)) return <span className="small muted">{t('alerts.state.edit')}</span>;
  const by = alert.resolved?.by;
  return (
    <span className="small muted">
      {by === undefined ? t(`alerts.state.${alert.state}`) : t('alerts.step.RESOLVED', { name: by })}
    </span>
  );
}
