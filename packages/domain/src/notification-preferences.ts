/**
 * Notification preferences: kind x severity x channel x locations x hours. Pure; the same rules plan deliveries, send them and
 * compute the preview.
 */
import type { NotificationKind } from './alert-kinds.ts';
import { CHANNEL_KINDS, type ChannelKind } from './channels.ts';
import type { Language } from './languages.ts';
import type { DoNotDisturb } from './policies.ts';
import { quietIntervalAt } from './schedules.ts';
import type { Millis } from './time.ts';

/** From which severity on notifications are sent. */
export const MIN_SEVERITIES = ['critical', 'warning', 'info', 'everything', 'off'] as const;
export type MinSeverity = (typeof MIN_SEVERITIES)[number];

const LOWEST_SEVERITY: Readonly<Record<MinSeverity, number>> = {
  critical: 300,
  warning: 200,
  info: 100,
  everything: 0,
  off: Number.POSITIVE_INFINITY,
};

const meetsMinSeverity = (severity: number, minSeverity: MinSeverity): boolean =>
  severity >= LOWEST_SEVERITY[minSeverity];

export interface QuietHours {
  readonly schedule: DoNotDisturb;
  /** The person's own zone: quiet hours go by where they sleep. */
  readonly timezone: string;
  /** From this severity on, notifications are sent during quiet hours as well. */
  readonly except: MinSeverity;
  /** Channels that keep quiet. */
  readonly channels: readonly ChannelKind[];
}

export const DIGEST_FREQUENCIES = ['DAILY', 'WEEKLY'] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

export interface Digest {
  readonly frequency: DigestFrequency;
  /** Local hour of the person's zone, 0 to 23. */
  readonly hour: number;
  /** For WEEKLY: 1 = Monday .. 7 = Sunday. */
  readonly dayOfWeek: number;
  readonly timezone: string;
}

export type NotificationMatrix = Readonly<
  Record<NotificationKind, Readonly<Partial<Record<ChannelKind, MinSeverity>>>>
>;

export interface NotificationPreferences {
  readonly matrix: NotificationMatrix;
  /** Of the locations they may see. */
  readonly locations: 'all' | readonly string[];
  readonly quietHours: QuietHours | null;
  readonly digest: Digest | null;
  /** null: that of the person's profile. */
  readonly language: Language | null;
  /** How long a mail waits for the picture of an alert that is being uploaded; null: as long as the organization says. */
  readonly pictureWaitSeconds: number | null;
}

/** The longest wait for a picture. */
export const MAX_PICTURE_WAIT_SECONDS = 30;

const row = (minSeverity: MinSeverity): Readonly<Record<ChannelKind, MinSeverity>> => {
  const cells = CHANNEL_KINDS.map((kind) => [kind, minSeverity] as const);
  // Guarantee: one entry for each channel kind.
  return Object.fromEntries(cells) as Record<ChannelKind, MinSeverity>;
};

/** For users who never chose: warnings and worse on every channel they have set up. Too much is better than nothing. */
export const DEFAULT_NOTIFICATIONS: NotificationPreferences = {
  matrix: {
    POLICY: row('warning'),
    DEVICE: row('warning'),
    PERSON: row('info'),
    WEATHER: row('warning'),
    POLICY_CHANGE: row('off'),
  },
  locations: 'all',
  quietHours: null,
  digest: null,
  language: null,
  pictureWaitSeconds: null,
};

/** The minimum severity of a cell; a channel that was not there when somebody chose takes the default. */
export const minSeverityOf = (
  { matrix }: NotificationPreferences,
  kind: NotificationKind,
  channel: ChannelKind,
): MinSeverity => matrix[kind][channel] ?? DEFAULT_NOTIFICATIONS.matrix[kind][channel] ?? 'off';

/** The kinds that one choice of severity covers. What people raise, and edits of policies, are chosen by themselves. */
const COVERED_KINDS: readonly NotificationKind[] = ['POLICY', 'DEVICE', 'WEATHER'];

/** The minimum severity that these channels have in common; null: they differ. */
export function commonMinSeverity(
  preferences: NotificationPreferences,
  channels: readonly ChannelKind[],
): MinSeverity | null {
  const chosen = new Set(
    COVERED_KINDS.flatMap((kind) => channels.map((channel) => minSeverityOf(preferences, kind, channel))),
  );
  const [first = null] = chosen;
  return chosen.size === 1 ? first : null;
}

/** The same preferences with one minimum severity, also for channels that are added later. */
export const withMinSeverity = (
  preferences: NotificationPreferences,
  minSeverity: MinSeverity,
): NotificationPreferences => ({
  ...preferences,
  matrix: {
    ...preferences.matrix,
    ...Object.fromEntries(COVERED_KINDS.map((kind) => [kind, row(minSeverity)])),
  },
});

export interface NotifiableAlert {
  readonly kind: NotificationKind;
  readonly severity: number;
  /** null: the whole organization. */
  readonly location: string | null;
}

/** Whether the preferences include such an alert on a channel. */
export const isSubscribed = (
  preferences: NotificationPreferences,
  alert: NotifiableAlert,
  channel: ChannelKind,
): boolean =>
  meetsMinSeverity(alert.severity, minSeverityOf(preferences, alert.kind, channel)) &&
  (preferences.locations === 'all' || alert.location === null || preferences.locations.includes(alert.location));

/** The last instant of the quiet hours that suppress this at `at`, or null. */
export function quietHoursUntil(
  { quietHours }: NotificationPreferences,
  severity: number,
  channel: ChannelKind,
  at: Millis,
): Millis | null {
  if (quietHours === null || !quietHours.channels.includes(channel)) return null;
  if (meetsMinSeverity(severity, quietHours.except)) return null;
  return quietIntervalAt(quietHours.schedule, quietHours.timezone, at)?.until ?? null;
}

/**
 * When a summary is next due, after `after`. At its local hour; where the clocks skip that hour it comes as soon as they
 * have, where it comes twice it is the first one (Temporal's 'compatible').
 */
export function nextDigest({ frequency, hour, dayOfWeek, timezone }: Digest, after: Millis): Millis {
  const local = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timezone);
  for (let days = 0; ; days += 1) {
    const date = local.toPlainDate().add({ days });
    if (frequency === 'WEEKLY' && date.dayOfWeek !== dayOfWeek) continue;
    const due = date.toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds;
    if (due > after) return due;
  }
}

/** The days a summary due at `due` speaks of: local midnight to local midnight. */
export function digestSpan(
  { frequency, timezone }: Digest,
  due: Millis,
): { readonly from: Millis; readonly to: Millis } {
  const midnight = Temporal.Instant.fromEpochMilliseconds(due).toZonedDateTimeISO(timezone).startOfDay();
  const from = midnight.subtract({ days: frequency === 'DAILY' ? 1 : 7 });
  return { from: from.epochMilliseconds, to: midnight.epochMilliseconds };
}
