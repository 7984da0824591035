/** Of a device that measures nothing itself: reports without readings, which say that it is there. */
import { onInterval } from '../pause.ts';
import type { Source } from '../source.ts';

export const heartbeatSource: Source = {
  name: 'heartbeats',
  batches: (intervalSeconds, signal) => onInterval(intervalSeconds, signal, async () => []),
};
