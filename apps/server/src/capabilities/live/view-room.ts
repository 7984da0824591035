/** Whether this server may send another live picture. */
import { AppError } from '../../platform/errors.ts';
import type { LiveHub } from './live-hub.ts';

export const BUSY_RETRY_SECONDS = 10;

export function assertRoom(hub: LiveHub): void {
  if (hub.isFull)
    throw new AppError('busy', {
      message: 'This server sends as many live pictures as it may; try again shortly',
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
}
