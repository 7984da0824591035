/** Callbacks of the signals capability; connected in app/wire-video.ts. */
import type { DeviceSignal } from '@picket/contracts/signals';
import type { z } from 'zod';
import type { SentryActor } from '../../platform/http/actor.ts';

export type DeviceSignalIn = z.output<typeof DeviceSignal>;

/** Called for each signal of a device, in their order. */
export type OnDeviceSignal = (sentry: SentryActor, signal: DeviceSignalIn) => Promise<void>;
