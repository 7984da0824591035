/** Which availability topic speaks for a bridge rather than for one device. Pure. */
import type { AnnouncedDevice, AvailabilityRule } from './announced.ts';

const BRIDGE = /(?:^|\/)bridge\/(?:state|status|availability)$/u;

/** The rule of the bridge that a device is seen through; null: it announces none. */
export const bridgeOf = ({ availability }: AnnouncedDevice): AvailabilityRule | null =>
  availability.find(({ topic }) => BRIDGE.test(topic)) ?? null;

/** Where a device itself is announced as there or gone. */
export const ownAvailabilityOf = ({ availability }: AnnouncedDevice): readonly AvailabilityRule[] =>
  availability.filter(({ topic }) => !BRIDGE.test(topic));
