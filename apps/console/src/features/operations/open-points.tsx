/** What is missing or wrong, most severe first; each line leads to where it is mended. */
import { type OpenPointKind, openPointSeverity } from '@picket/domain/open-points';
import { Link } from 'react-router';
import { plural } from '../../lib/plural.ts';
import '../../ui/lists.css';
import { StateBadge } from '../../ui/state-badge.tsx';
import styles from './operations.module.css';
import type { OpenPoint } from './use-admin-overview.ts';

interface PointText {
  readonly text: (point: OpenPoint) => string;
  /** Where it is mended, and what is done there. */
  readonly to: string;
  readonly action: string;
}

const POINT_TEXTS: Readonly<Record<OpenPointKind, PointText>> = {
  HEALTH_CHECK: { text: ({ text = '' }) => text, to: '/admin/operations', action: 'Open operations' },
  NO_CHANNEL: {
    text: () => 'Nobody is notified: there is no mail server, and nobody has added a channel.',
    to: '/admin/notifications',
    action: 'Add a channel',
  },
  SETTINGS_UNREADABLE: {
    text: () => 'The settings of the mail server or the heartbeat cannot be decrypted: the keys have changed.',
    to: '/admin/mail',
    action: 'Enter them again',
  },
  MESSAGES_FAILED: {
    text: ({ count = 0 }) => `${plural(count, 'message')} could not be delivered.`,
    to: '/admin/notifications',
    action: 'Show them',
  },
  MAILS_FAILED: {
    text: ({ count = 0 }) => `${plural(count, 'mail')} could not be delivered.`,
    to: '/admin/setup#mail',
    action: 'Test the mail server',
  },
  MAIL_MISSING: {
    text: () => 'No mail server is set up: nobody is notified by mail, and links have to be handed over.',
    to: '/admin/mail',
    action: 'Set up mail',
  },
  BACKUPS_OFF: {
    text: () => 'No backups are made.',
    to: '/admin/operations#backups',
    action: 'Open backups',
  },
  BACKUP_MISSING: {
    text: () => 'There is no backup yet.',
    to: '/admin/operations#backups',
    action: 'Back up now',
  },
  HEARTBEAT_FAILING: {
    text: ({ text = '' }) => `The last heartbeat was not received: ${text}`,
    to: '/admin/operations#heartbeat',
    action: 'Open the heartbeat',
  },
  HEARTBEAT_MISSING: {
    text: () => 'Nothing outside notices when Picket itself stops.',
    to: '/admin/operations#heartbeat',
    action: 'Set up a heartbeat',
  },
  ONE_ADMINISTRATOR: {
    text: () => 'There is only one administrator: nobody else can help when they cannot sign in.',
    to: '/admin/create-user/admin',
    action: 'Invite another',
  },
};

export function OpenPoints({ points }: { readonly points: readonly OpenPoint[] }) {
  if (points.length === 0)
    return (
      <p className={`card ${styles.allWell}`}>
        <StateBadge state="ok" label="All is well" />
      </p>
    );
  return (
    <ul className="card list" aria-label="What needs attention">
      {points.map((point) => (
        <OpenPointLine key={`${point.kind} ${point.text ?? ''}`} point={point} />
      ))}
    </ul>
  );
}

function OpenPointLine({ point }: { readonly point: OpenPoint }) {
  const { text, to, action } = POINT_TEXTS[point.kind];
  return (
    <li>
      <span className={styles.severity}>
        <StateBadge state={openPointSeverity(point.kind)} />
      </span>
      <span className="main">{text(point)}</span>
      <Link to={to}>{action}</Link>
    </li>
  );
}
