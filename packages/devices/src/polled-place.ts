/** The topics that stand for a polled device: its name for its values, a second one for its availability. Pure. */
import type { AvailabilityRule } from './announced.ts';
import { WHOLE_MESSAGE } from './value-rule.ts';

export const availabilityPlaceOf = (place: string): string => `${place} available`;

export const HAS_VALUES = 'online';
export const HAS_NO_VALUES = 'offline';

/** Where it is noted after each poll whether the device has values. */
export const polledAvailability = (place: string): AvailabilityRule => ({
  topic: availabilityPlaceOf(place),
  rule: WHOLE_MESSAGE,
  available: HAS_VALUES,
  notAvailable: HAS_NO_VALUES,
});
