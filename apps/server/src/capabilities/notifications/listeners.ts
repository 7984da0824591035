/** Who there is to tell, with what they may see and chose to hear. One question asked by whoever tells, and by the tester. */
import { type HoldReason, Preferences, NotificationPreferences as PreferencesSchema } from '@picket/contracts';
import {
  CHANNEL_KINDS,
  type ChannelKind,
  chose,
  DEFAULT_NOTIFICATIONS,
  isLocationViewer,
  type Noticed,
  type NotificationPreferences,
  type Permission,
  visibleLocations,
} from '@picket/domain';

export interface Way {
  /** The person's guid for their e-mail address. */
  readonly destination: string;
  readonly channel: ChannelKind;
  readonly name: string;
}

/** A person, or a destination of the organisation. */
export interface Listener {
  readonly owner: string;
  readonly tenant: string;
  readonly name: string;
  readonly isShared: boolean;
  /** A destination of the organisation sees what the organisation does. */
  readonly permissions: readonly Permission[];
  readonly preferences: NotificationPreferences;
  readonly useCelsius: boolean;
  readonly email: string | null;
  readonly ways: readonly Way[];
}

/** What is stored, as preferences; what cannot be read (of another version) is the default. */
export function preferencesOf(stored: unknown): NotificationPreferences {
  const parsed = PreferencesSchema.safeParse(stored);
  return parsed.success ? parsed.data : DEFAULT_NOTIFICATIONS;
}

export const useCelsiusOf = (stored: unknown): boolean => Preferences.parse(stored ?? {}).useCelsius;

export const isChannel = (kind: string): kind is ChannelKind => (CHANNEL_KINDS as readonly string[]).includes(kind);

const maySee = ({ permissions }: Listener, location: string | null): boolean =>
  location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location);

/** Why somebody does not hear of such an alert on this way at all, or null. Hours are another matter. */
export function deafness(listener: Listener, alert: Noticed, way: Way, mail: boolean): HoldReason | null {
  if (!maySee(listener, alert.location)) return 'MAY_NOT_SEE';
  if (way.channel === 'EMAIL' && !mail) return 'CHANNEL_NOT_SET_UP';
  return chose(listener.preferences, alert, way.channel) ? null : 'NOT_CHOSEN';
}

/** Whether somebody should know at all, on whatever way. */
export const isConcerned = (listener: Listener, alert: Noticed): boolean => maySee(listener, alert.location);

/** Preferences as the wire takes them. */
export const wirePreferences = (preferences: NotificationPreferences) => PreferencesSchema.parse(preferences);
