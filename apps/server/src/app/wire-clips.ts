/** Connects clips with cameras, and with the signaling channel of the sentries. */
import type { CameraPorts } from '../capabilities/clips/index.ts';
import { findRingSeconds, hasMask, listCameraOffPeriods } from '../views/recording-cameras.ts';

export const wireCameras = (insertSignal: CameraPorts['insertSignal']): CameraPorts => ({
  ringSeconds: findRingSeconds,
  listOffPeriods: listCameraOffPeriods,
  isCameraOffAt: async (sql, tenant, location, at) =>
    (await listCameraOffPeriods(sql, tenant, location, { from: at, to: at })).length > 0,
  isMasked: hasMask,
  insertSignal,
});
