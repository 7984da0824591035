import type { ActionLinkOut } from '@picket/contracts/types';
import { severityLabel } from '@picket/domain/severity';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';

/** An alert of a link, as it stands. */
export function ActionLinkAlert({ alert }: { readonly alert: ActionLinkOut['alerts'][number] }) {
  const t = useText();
  const now = useNow();
  const { location, severity, state, message, startedAt, acknowledged, snoozedUntil } = alert;
  const formats = useFormats(location?.timezone ?? 'UTC');
  const zone = formats.timezoneNote();
  const time = [formats.dateTimeWithSeconds(startedAt), zone].filter((text) => text !== '').join(' ');
  return (
    <li>
      <span className="main">
        <strong>
          {location === undefined ? message : t('alerts.link.alertAt', { alert: message, location: location.name })}
        </strong>
        <span className="muted small num">
          {state === 'OPEN'
            ? t('alerts.link.onSince', { duration: formats.duration(now - Date.parse(startedAt)), time })
            : t('alerts.link.ended', { time })}
        </span>
        {acknowledged !== undefined && (
          <span className="small">{t('alerts.step.ACKNOWLEDGED', { name: acknowledged.by })}</span>
        )}
        {snoozedUntil !== undefined && (
          <span className="small num">
            {t('alerts.link.snoozedUntil', { time: formats.dateTimeWithSeconds(snoozedUntil) })}
          </span>
        )}
      </span>
      <span className="side">
        <StateBadge state={severityLabel(severity)} />
      </span>
    </li>
  );
}
