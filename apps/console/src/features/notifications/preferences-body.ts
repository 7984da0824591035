import type { BodyOf } from '@picket/contracts/endpoints';
import type { NotificationPreferences } from '@picket/domain/notification-preferences';

/** Preferences as a request takes them. */
export type ChosenPreferences = BodyOf<'PUT /users/my-profile/notifications'>['preferences'];

export const preferencesBody = ({ locations, quietHours, ...rest }: NotificationPreferences): ChosenPreferences => ({
  ...rest,
  locations: locations === 'all' ? 'all' : [...locations],
  quietHours:
    quietHours === null
      ? null
      : {
          ...quietHours,
          channels: [...quietHours.channels],
          schedule: { ...quietHours.schedule, daysOfWeek: [...quietHours.schedule.daysOfWeek] },
        },
});
