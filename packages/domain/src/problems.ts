/**
 * What Picket finds wrong with itself, as facts: a code, and the values of its sentence. Words are made of them when they are read, in
 * the language of who reads them (packages/i18n/src/problem-words.ts). A new problem is a row here, and a message in the catalogs.
 */
import { namesOf } from './kind-table.ts';

/** How a value is shown: a `duration` is in milliseconds, an `instant` in milliseconds since 1970. */
export type ProblemValueKind = 'count' | 'bytes' | 'duration' | 'instant' | 'text';

/** Of each problem, the kinds of its values. */
export const PROBLEMS = {
  /** `cause`: one of STORAGE_CAUSES, or UNKNOWN; `message`: what the database says; `step`: one of STORAGE_STEPS. */
  STORAGE_FAILS: { cause: 'text', message: 'text', step: 'text' },
  MQTT_SILENT: {},
  MQTT_ACCOUNTS_OUTDATED: {},
  EVALUATION_LATE: { sentries: 'count' },
  NOTIFICATIONS_LATE: { messages: 'count' },
  /** `answer`: of the mail server. */
  MAIL_REFUSED: { mails: 'count', answer: 'text' },
  MAIL_UNANSWERED: { mails: 'count' },
  RECEIVERS_SILENT: { messages: 'count', destinations: 'count', since: 'instant' },
  DISK_FILLS: { free: 'bytes', total: 'bytes' },
  /** Where clips are kept. */
  VIDEO_DISK_FILLS: { free: 'bytes', total: 'bytes' },
  /** `others`: further organizations that are as full. */
  VIDEO_QUOTA_FILLS: { tenant: 'text', used: 'bytes', limit: 'bytes', others: 'count' },
  /** `reports`: refused because of the limit of a sentry; `others`: further sentries and organizations beyond a limit. */
  SENTRY_THROTTLED: { sentry: 'text', tenant: 'text', reports: 'count', others: 'count' },
  TENANT_THROTTLED: { tenant: 'text', reports: 'count', others: 'count' },
  /** `settings`: "fsync = off; data_checksums = off". */
  DATABASE_SETTINGS: { settings: 'text' },
  DAMAGED_PAGES: { pages: 'count' },
  DAMAGED_PAGES_LATELY: { pages: 'count', lastAt: 'instant' },
  AUDIT_NOT_WRITTEN: { entries: 'count' },
  /** `kind`: of an audit problem; `first` and `last` entry, which differ where `entries` is MANY instead of ONE. */
  AUDIT_CHANGED: {
    tenant: 'text',
    entries: 'text',
    first: 'count',
    last: 'count',
    kind: 'text',
    others: 'count',
  },
  BACKUP_FAILED: { why: 'text' },
  BACKUP_MISSING: {},
  BACKUP_OLD: { days: 'count' },
  /** Named after a time that lies ahead; `name`: of the last. */
  BACKUP_AHEAD: { backups: 'count', name: 'text' },
  /** `waiting`: files of WAL; 0: unknown. */
  ARCHIVE_FAILS: { since: 'instant', waiting: 'count' },
  ARCHIVE_LATE: { since: 'instant', waiting: 'count' },
  ARCHIVE_INCOMPLETE: { since: 'instant' },
  /** It was on: checks have restored it. */
  ARCHIVE_OFF: {},
  BASE_BACKUP_FAILED: { why: 'text' },
  BASE_BACKUP_UNREADABLE: { why: 'text' },
  RECOVERY_CHECK_FAILED: { why: 'text' },
  RECOVERY_CHECK_OVERDUE: { days: 'count' },
  /** `why` the last one was skipped. */
  RECOVERY_CHECK_SKIPPED: { days: 'count', why: 'text' },
  CLOCK_JUMPED_AHEAD: { by: 'duration' },
  CLOCK_JUMPED_BACK: { by: 'duration' },
  DATABASE_CLOCK_AHEAD: { by: 'duration' },
  DATABASE_CLOCK_BEHIND: { by: 'duration' },
  CLOCK_SET_AHEAD: { by: 'duration' },
  CLOCK_SET_BACK: { by: 'duration' },
  CLOCK_OFF: { by: 'duration' },
  /** `days` without a heartbeat before the present period of uptime. */
  DELETIONS_WAIT: { days: 'count', until: 'instant' },
  /** `check`: a name of apps/server/src/capabilities/self-monitoring/health-checks.ts, such as "video-disk". */
  CHECK_FAILED: { check: 'text', why: 'text' },
  DELIVERIES_MISSED: { deliveries: 'count' },
  /** `answer`: of the receiver. */
  MESSAGE_ABANDONED: { answer: 'text' },
} as const satisfies Record<string, Readonly<Record<string, ProblemValueKind>>>;

type Problems = typeof PROBLEMS;
export type ProblemCode = keyof Problems;
export const PROBLEM_CODES = namesOf(PROBLEMS);

/** Why reports cannot be stored, where the database says more than a message. */
export const STORAGE_CAUSES = [
  'DISK_FULL',
  'NO_RESOURCES',
  'READ_ONLY',
  'REFUSED',
  'DAMAGED',
  'TOO_SLOW',
  /** `message`: how long was waited, such as "3 s". */
  'NO_ANSWER',
  'UNREACHABLE',
] as const;
export type StorageCause = (typeof STORAGE_CAUSES)[number];

/** The steps of storing a report in their order, and a report of a sentry as a whole; health names the one that fails. */
export const STORAGE_STEPS = [
  'connect',
  'privileges',
  'disk',
  'state',
  'alert',
  'delivery',
  'reading',
  'commit',
  'report',
] as const;
export type StorageStep = (typeof STORAGE_STEPS)[number];

export interface Problem {
  readonly code: ProblemCode;
  readonly values: Readonly<Record<string, string | number>>;
}

type ValuesOf<Code extends ProblemCode> = {
  readonly [Name in keyof Problems[Code]]: Problems[Code][Name] extends 'text' ? string : number;
};

/** A problem with the values of its code. */
export const problemOf = <Code extends ProblemCode>(code: Code, values: ValuesOf<Code>): Problem => ({
  code,
  values: values as Problem['values'],
});
