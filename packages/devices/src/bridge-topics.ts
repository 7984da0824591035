/** Which availability topic speaks for a bridge rather than for one device. Pure. */
import type { AnnouncedDevice, AvailabilityRule } from './announced.ts';

const BRIDGE = /(?:^|\/)bridge\/(?:state|status|availability)$/u;

const isOfBridge = ({ topic, isBridge }: AvailabilityRule): boolean => isBridge === true || BRIDGE.test(topic);

/** The rule of the bridge that a device is seen through; null: it announces none. */
export const bridgeOf = ({ availability }: AnnouncedDevice): AvailabilityRule | null =>
  availability.find(isOfBridge) ?? null;

/** Where a device itself is announced as there or gone. */
export const ownAvailabilityOf = ({ availability }: AnnouncedDevice): readonly AvailabilityRule[] =>
  availability.filter((rule) => !isOfBridge(rule));
