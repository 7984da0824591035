/** The clock of `ticking-clock.ts` in components. */
import { useSyncExternalStore } from 'react';
import { subscribeToTicks, timeOfTick } from './ticking-clock.ts';

export { askWhenClockIsSet, currentTime, noteServerTime } from './ticking-clock.ts';

/** Returns the current time in milliseconds, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribeToTicks, timeOfTick);
