import { AppError } from '../../../platform/errors.ts';

const RETRY_SECONDS = 300;

/** Whatever a store fails with, the device keeps its clip and uploads it later. */
export const toStorageError = (cause: unknown): AppError =>
  new AppError('busy', { message: 'Video cannot be stored now', retryAfterSeconds: RETRY_SECONDS, cause });
