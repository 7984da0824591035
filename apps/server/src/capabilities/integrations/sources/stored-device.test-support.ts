import type { DiscoveredRow, SeenDevice } from '../discovered-store.ts';

/** A device as it is stored after it was seen. */
export const storedDevice = (
  device: SeenDevice | undefined,
  kept: Partial<Pick<DiscoveredRow, 'sentry' | 'ignoredBy'>>,
): DiscoveredRow => {
  if (device === undefined) throw new Error('nothing was seen');
  return {
    guid: device.guid,
    integration: 'integration',
    identity: device.announced.identity,
    announced: device.announced,
    ignoredBy: null,
    sentry: null,
    unavailableSince: null,
    firstSeenAt: new Date(device.firstSeenAt),
    lastSeenAt: new Date(device.lastSeenAt),
    usualIntervalSeconds: null,
    intervalSeconds: null,
    pace: null,
    entities: device.entities,
    ...kept,
  };
};
