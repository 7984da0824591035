/** What is missing or wrong, most severe first; each line leads to where it is mended. */
import { type OpenPointKind, openPointSeverity } from '@picket/domain/open-points';
import { Link, useLocation } from 'react-router';
import type { Formats } from '../../lib/formats.ts';
import { statedProblemText } from '../../lib/stated-problem-text.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import styles from './operations.module.css';
import type { OpenPoint } from './use-admin-overview.ts';

/** Where a point is mended; a link to the page that is open leads nowhere. */
const PATHS: Readonly<Record<OpenPointKind, string>> = {
  HEALTH_CHECK: '/admin/operations',
  NO_CHANNEL: '/admin/notifications',
  CHANNELS_UNTESTED: '/profile/notifications',
  SETTINGS_UNREADABLE: '/admin/mail',
  MESSAGES_FAILED: '/admin/notifications',
  MAILS_FAILED: '/admin/setup#mail',
  MAIL_MISSING: '/admin/mail',
  BACKUPS_OFF: '/admin/operations#backups',
  BACKUP_MISSING: '/admin/operations#backups',
  BACKUP_SAME_DISK: '/admin/operations#backups',
  HEARTBEAT_FAILING: '/admin/operations#heartbeat',
  HEARTBEAT_MISSING: '/admin/operations#heartbeat',
  ONE_ADMINISTRATOR: '/admin/create-user/admin',
};

function pointText(t: Translator, formats: Formats, { kind, problem, text = '', count = 0 }: OpenPoint): string {
  if (kind === 'HEALTH_CHECK') return problem === undefined ? text : statedProblemText(t, formats, problem);
  return t(`operations.point.${kind}`, { text, count });
}

export function OpenPoints({ points }: { readonly points: readonly OpenPoint[] }) {
  const t = useText();
  if (points.length === 0)
    return (
      <p className={`card ${styles.allWell}`}>
        <StateBadge state="ok" label={t('operations.points.none')} />
      </p>
    );
  return (
    <ul className="card list" aria-label={t('operations.points.label')}>
      {points.map((point) => (
        <OpenPointLine key={`${point.kind} ${point.text ?? ''}`} point={point} />
      ))}
    </ul>
  );
}

function OpenPointLine({ point }: { readonly point: OpenPoint }) {
  const t = useText();
  const formats = useFormats();
  const { pathname } = useLocation();
  const path = PATHS[point.kind];
  return (
    <li>
      <span className={styles.severity}>
        <StateBadge state={openPointSeverity(point.kind)} />
      </span>
      <span className="main">{pointText(t, formats, point)}</span>
      {path !== pathname && <Link to={path}>{t(`operations.fix.${point.kind}`)}</Link>}
    </li>
  );
}
