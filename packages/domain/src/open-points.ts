/**
 * What is missing or wrong in an organization and its installation, for its administrators: all is well only while nothing of it
 * holds. A row for each, in the order of severity. To add one: a row here, what finds it in the view of the administration page,
 * and its text and link in the console, which does not compile without them.
 */
import { namesOf } from './kind-table.ts';
import { type SeverityLabel, severityLabel } from './severity.ts';

interface OpenPointRow {
  readonly severity: number;
  /** Of the whole installation: for administrators of the admin tenant. */
  readonly isInstallation?: true;
}

export const OPEN_POINTS = {
  /** A health check fails; `text` says which. */
  HEALTH_CHECK: { severity: 350, isInstallation: true },
  /** No mail server, and no channel of anybody: an alert would be seen on the screen only. */
  NO_CHANNEL: { severity: 340 },
  /** There is a channel or a mail server, and nobody has confirmed that anything arrived. */
  CHANNELS_UNTESTED: { severity: 335 },
  /** The mail server or the heartbeat is stored, and cannot be decrypted. */
  SETTINGS_UNREADABLE: { severity: 330, isInstallation: true },
  MESSAGES_FAILED: { severity: 260 },
  MAILS_FAILED: { severity: 250 },
  MAIL_MISSING: { severity: 240, isInstallation: true },
  BACKUPS_OFF: { severity: 230, isInstallation: true },
  BACKUP_MISSING: { severity: 220, isInstallation: true },
  /** Backups are made, on the disk whose loss they are for. */
  BACKUP_SAME_DISK: { severity: 215, isInstallation: true },
  HEARTBEAT_FAILING: { severity: 210, isInstallation: true },
  HEARTBEAT_MISSING: { severity: 120, isInstallation: true },
  ONE_ADMINISTRATOR: { severity: 110 },
} as const satisfies Readonly<Record<string, OpenPointRow>>;

export type OpenPointKind = keyof typeof OPEN_POINTS;
/** Most severe first. */
export const OPEN_POINT_KINDS = namesOf(OPEN_POINTS);

export const openPointSeverity = (kind: OpenPointKind): SeverityLabel => severityLabel(OPEN_POINTS[kind].severity);
