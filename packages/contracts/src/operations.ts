import { FEEDBACK_MAX, FEEDBACK_TOO_LONG, MOODS, UILOG_MAX } from '@picket/domain/feedback';
import { RECOVERY_CHECK_RESULTS } from '@picket/domain/recovery-check-results';
import { ROW_SECURITY_STATES } from '@picket/domain/row-security-states';
import { BUSINESS_STATUSES } from '@picket/domain/tenants';
import { z } from 'zod';
import { Guid, InstantIn, InstantOut, PageQuery, pageOf } from './primitives.ts';
import { StatedProblem } from './problems.ts';
import { MultilineText, ReportedText, Text } from './request-texts.ts';

export const DowntimeNotice = z.object({
  _isDowntime: z.boolean(),
  startTime: z.string(),
  context: z.string(),
});

/** Announced maintenance of the service. */
export const Downtime = z.object({
  guid: Guid,
  startsAt: InstantOut,
  endsAt: InstantOut.optional(),
  context: z.string(),
  createdBy: z.string(),
  inForce: z.boolean(),
});

export const DowntimeBody = z.strictObject({
  startsAt: InstantIn,
  endsAt: InstantIn.optional(),
  context: MultilineText(500).min(1, 'Enter a reason'),
});

/** The running version. */
export const Version = z.object({
  version: z.string(),
  commit: z.string().optional(),
  /** Of the key that signs exported evidence. */
  evidenceFingerprint: z.string().optional(),
  licenses: z.array(z.object({ name: z.string(), license: z.string() })),
});

export const FeedbackBody = z.strictObject({
  mood: z.enum(MOODS),
  message: MultilineText(FEEDBACK_MAX, FEEDBACK_TOO_LONG).optional(),
});

/** A crash of the console: its stack and the components it happened in. */
export const UiLogBody = z.strictObject({ msg: ReportedText(UILOG_MAX).min(1) });

export const Announcement = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  publishedAt: InstantOut,
});

/** Newest first. `seen`: the one the user dismissed last; the first demo organization gets none. */
export const Announcements = pageOf(Announcement).extend({ seen: z.string().nullable() });
export const AnnouncementParams = z.strictObject({ id: Text(64).min(1) });

export const AnnouncementBody = z.strictObject({
  title: Text(120).min(1, 'Enter a title'),
  text: MultilineText(1000).min(1, 'Enter a text'),
});

/** Feedback of a user. */
export const FeedbackOut = z.object({
  guid: Guid,
  mood: z.enum(MOODS),
  message: z.string(),
  email: z.string(),
  tenant: z.object({ guid: Guid, name: z.string() }),
  createdAt: InstantOut,
});
export const FeedbackQuery = PageQuery.extend({ mood: z.enum(MOODS).optional() });

const BackupOut = z.object({
  name: z.string(),
  madeAt: z.string(),
  bytes: z.number(),
  rows: z.number(),
  tookSeconds: z.number(),
  /** Its manifest was written by this installation. */
  authenticated: z.boolean(),
  encrypted: z.boolean(),
});

/** What the database archives of its changes, from which any instant is restored. */
const ArchiveOut = z.object({
  lastArchivedAt: InstantOut.optional(),
  /** Files that are complete and not archived; absent: not known. */
  waitingFiles: z.number().optional(),
  walBytes: z.number().optional(),
  problem: StatedProblem.optional(),
  /** The archive that Picket keeps; absent: pgBackRest or another program keeps it. */
  kept: z
    .object({
      folder: z.string(),
      days: z.number(),
      bytes: z.number(),
      maxBytes: z.number(),
      bases: z.number(),
      newestBaseAt: InstantOut.optional(),
      /** Instants that can be restored, oldest first. */
      spans: z.array(z.object({ from: InstantOut, to: InstantOut })),
    })
    .optional(),
});

/** Checks that the archive can be restored: the newest base backup and every change since, into a temporary folder. */
const RecoveryChecksOut = z.object({
  /** Absent: none are scheduled. */
  everyDays: z.number().optional(),
  /** `POST /recovery-checks` can start one. False: Picket keeps no archive, or it is encrypted to a key that is elsewhere. */
  startable: z.boolean(),
  running: z.boolean(),
  problem: StatedProblem.optional(),
  last: z
    .object({
      startedAt: InstantOut,
      /** Absent: it runs, or was interrupted. */
      finishedAt: InstantOut.optional(),
      result: z.enum(RECOVERY_CHECK_RESULTS).optional(),
      /** The last change that was restored. */
      reachedAt: InstantOut.optional(),
      /** Why it failed or was skipped. */
      why: z.string().optional(),
    })
    .optional(),
  /** When the last one that passed was finished. */
  passedAt: InstantOut.optional(),
});

/** The state of the installation, for the operator. */
export const Operations = z.object({
  version: z.string(),
  postgres: z.string(),
  startedAt: InstantOut,
  databaseBytes: z.number(),
  disk: z.object({ free: z.number(), total: z.number() }).optional(),
  failingHealthChecks: z.array(StatedProblem),
  /** Whether Postgres limits what works for one organization to the rows of that one, and why not. */
  rowSecurity: z.enum(ROW_SECURITY_STATES),
  backups: z.object({
    everyHours: z.number().optional(),
    folder: z.string(),
    problem: StatedProblem.optional(),
    /** Completed share of a running backup. */
    running: z.number().optional(),
    /** Of the key that authenticates backups: kept elsewhere, it proves a backup on a new machine. */
    fingerprint: z.string(),
    items: z.array(BackupOut),
  }),
  /** Absent: the database archives nothing. */
  archive: ArchiveOut.optional(),
  /** Absent: the database archives nothing, and is not expected to. */
  recoveryChecks: RecoveryChecksOut.optional(),
});

/** Usage of an organization on a day (UTC). */
const UsageDay = z.object({
  day: z.string(),
  locations: z.number(),
  sentries: z.number(),
  reporting: z.number(),
  series: z.number(),
  readings: z.number(),
  alerts: z.number(),
  messages: z.number(),
  users: z.number(),
  activeUsers: z.number(),
  /** Of packed readings. */
  bytes: z.number(),
  /** Of clips with their pictures. */
  clipBytes: z.number(),
});

export const UsageQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) });

/** Every organization with its days, oldest first; the last one is today so far, unless that takes long to count. */
export const Usage = z.object({
  items: z.array(
    z.object({
      tenant: z.object({ guid: Guid, name: z.string() }),
      businessStatus: z.enum(BUSINESS_STATUSES),
      demo: z.boolean(),
      suspended: z.boolean(),
      /** Its first administrator. */
      contact: z.string().optional(),
      createdAt: InstantOut,
      lastSeenAt: InstantOut.optional(),
      days: z.array(UsageDay),
    }),
  ),
});

/** A sentry, of whichever organization. */
const FleetSentry = z.object({
  guid: Guid,
  name: z.string(),
  tenant: z.object({ guid: Guid, name: z.string() }),
  businessStatus: z.enum(BUSINESS_STATUSES),
  location: z.string(),
  model: z.string().optional(),
  serialNumber: z.string().optional(),
  softwareVersion: z.string().optional(),
  activatedAt: InstantOut.optional(),
  lastSeenAt: InstantOut.optional(),
  /** By its own interval; a sentry that was never seen is not. */
  online: z.boolean(),
  openAlerts: z.number(),
});
export const FleetQuery = PageQuery.extend({
  search: Text(128).optional(),
  /** Only those not seen for this many seconds. */
  silentFor: z.coerce.number().int().min(0).optional(),
  softwareVersion: Text(64).optional(),
});
/** How many sentries run which version; all of them, whatever the filter. */
export const Fleet = pageOf(FleetSentry).extend({
  versions: z.array(z.object({ softwareVersion: z.string(), model: z.string(), count: z.number() })),
});
