export { type Channel, endChannel, listChannels } from './channel-store.ts';
export { SignalChannels } from './signal-channels.ts';
export type { DeviceSignalIn, OnDeviceSignal } from './signal-ports.ts';
export { signalRoutes } from './signal-routes.ts';
export { deleteExpiredSignalsAllTenants, insertSignal, raiseSignalIdsAllTenants } from './signal-store.ts';
