import type { ActionLinkOut } from '@picket/contracts/types';
import { severityLabel } from '@picket/domain/severity';
import type { Formats } from '../../lib/formats.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';

type LinkedAlert = ActionLinkOut['alerts'][number];

/** What happened, in the words of the reader. */
function titleOf(t: Translator, formats: Formats, { message, problem, editedPolicy }: LinkedAlert): string {
  if (problem !== undefined) return statedProblemText(t, formats, problem);
  return editedPolicy === undefined
    ? nameText(t, message)
    : t('alerts.editedTitle', { policy: nameText(t, editedPolicy) });
}

/** An alert of a link, as it stands. */
export function ActionLinkAlert({ alert }: { readonly alert: LinkedAlert }) {
  const t = useText();
  const now = useNow();
  const { location, severity, state, startedAt, acknowledged, snoozedUntil } = alert;
  const formats = useFormats(location?.timezone ?? 'UTC');
  const title = titleOf(t, formats, alert);
  const zone = formats.timezoneNote();
  const time = [formats.dateTimeWithSeconds(startedAt), zone].filter((text) => text !== '').join(' ');
  return (
    <li>
      <span className="main">
        <strong>
          {location === undefined ? title : t('alerts.link.alertAt', { alert: title, location: location.name })}
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
