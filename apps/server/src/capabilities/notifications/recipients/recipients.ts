/** Recipients with their permissions and preferences. The same rules decide when sending and in the preview. */
import { NotificationPreferences as PreferencesSchema, type SuppressionReason } from '@picket/contracts/notifications';
import { type ChannelKind, isSetUp } from '@picket/domain/channels';
import {
  DEFAULT_NOTIFICATIONS,
  isSubscribed,
  type NotifiableAlert,
  type NotificationPreferences,
} from '@picket/domain/notification-preferences';
import { isLocationViewer, type Permission, visibleLocations } from '@picket/domain/permissions';
import { type Reader, readerOf } from '../../../locales/reader-formats.ts';

export interface Route {
  /** The person's guid for their e-mail address. */
  readonly destination: string;
  readonly channel: ChannelKind;
  readonly name: string;
}

/** A person, or a destination of the organization. */
export interface Recipient extends Reader {
  readonly owner: string;
  readonly tenant: string;
  readonly name: string;
  readonly isShared: boolean;
  /** A destination of the organization sees what the organization does. */
  readonly permissions: readonly Permission[];
  readonly preferences: NotificationPreferences;
  readonly email: string | null;
  readonly routes: readonly Route[];
}

/** What is stored, as preferences; what cannot be read (of another version) is the default. */
export function parsePreferences(stored: unknown): NotificationPreferences {
  const parsed = PreferencesSchema.safeParse(stored);
  return parsed.success ? parsed.data : DEFAULT_NOTIFICATIONS;
}

/** How a person reads messages: by the profile, apart from a language that the notification preferences name. */
export function readingPreferences(profile: unknown, chosen: NotificationPreferences): Reader {
  const reader = readerOf(profile);
  return { ...reader, language: chosen.language ?? reader.language };
}

const hasAccess = ({ permissions }: Recipient, location: string | null): boolean =>
  location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location);

/** Why a recipient is not notified of such an alert on this route at all, or null. Quiet hours are checked elsewhere. */
export function skipReason(
  recipient: Recipient,
  alert: NotifiableAlert,
  route: Route,
  mail: boolean,
): SuppressionReason | null {
  if (!hasAccess(recipient, alert.location)) return 'NO_PERMISSION';
  if (!isSetUp(route.channel, mail)) return 'CHANNEL_NOT_SET_UP';
  return isSubscribed(recipient.preferences, alert, route.channel) ? null : 'NOT_CHOSEN';
}

/** Whether a recipient may be notified at all, on any route. */
export const isEligible = (recipient: Recipient, alert: NotifiableAlert): boolean =>
  hasAccess(recipient, alert.location);

/** Preferences as the wire takes them. */
export const toPreferencesOut = (preferences: NotificationPreferences) => PreferencesSchema.parse(preferences);
