/** The open alerts above the list: of many, the most urgent ones, so that the locations stay in sight. */
import type { AlertOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Translator, useText } from '../../../lib/texts.ts';
import { OpenAlertList } from '../../alerts/index.ts';
import { byUrgentAlert } from '../overview-order.ts';

const MAX_SHOWN = 5;
/** Of thousands, as in an outage, the inbox has a page after the other. */
const MAX_LISTED = 100;

/** What the button adds to the list, and of how many where that is not all. */
const moreText = (t: Translator, total: number): string =>
  total > MAX_LISTED
    ? t('overview.moreOfAlerts', { count: MAX_LISTED - MAX_SHOWN, total })
    : t('overview.moreAlerts', { count: total - MAX_SHOWN });

interface Props {
  readonly alerts: readonly AlertOut[];
}

export function UrgentAlerts({ alerts }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  // One more row takes no more room than the button would.
  const isLong = alerts.length > MAX_SHOWN + 1;
  const shown = [...alerts].sort(byUrgentAlert).slice(0, isLong && !isOpen ? MAX_SHOWN : MAX_LISTED);
  if (alerts.length === 0) return null;
  return (
    <div className="urgent-alerts">
      <OpenAlertList alerts={shown} />
      {isLong && (
        <div className="row">
          <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('overview.fewerAlerts') : moreText(t, alerts.length)}
          </button>
          <Link to="/alerts">{t('overview.allAlerts')}</Link>
        </div>
      )}
    </div>
  );
}
