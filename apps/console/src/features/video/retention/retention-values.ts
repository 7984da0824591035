/** The rules of video retention as fields show them, and as they are sent. Pure. */
import type { VideoRetentionOut } from '@picket/contracts/types';
import { numberTyped } from '../../../lib/number-typed.ts';
import type { RetentionBody } from './use-video-retention.ts';

export const GB = 1_000_000_000;

/** As fields show them; sizes in GB. */
export const toValues = (retention: VideoRetentionOut) => ({
  keepDays: retention.keepDays as number | string,
  maxBytes: (retention.maxBytes / GB) as number | string,
  sentryMaxBytes: (retention.sentryMaxBytes === null ? '' : retention.sentryMaxBytes / GB) as number | string,
  whenFull: retention.whenFull,
  linkHours: retention.linkHours as number | string,
  clearPictures: retention.clearPictures,
  pictureWaitSeconds: retention.pictureWaitSeconds as number | string,
});

export type RetentionValues = ReturnType<typeof toValues>;

export const toBody = (values: RetentionValues): RetentionBody => ({
  ...values,
  keepDays: numberTyped(values.keepDays),
  maxBytes: Math.round(numberTyped(values.maxBytes) * GB),
  sentryMaxBytes: values.sentryMaxBytes === '' ? null : Math.round(numberTyped(values.sentryMaxBytes) * GB),
  linkHours: numberTyped(values.linkHours),
  pictureWaitSeconds: numberTyped(values.pictureWaitSeconds),
});

/** Whether a preview can be asked for. */
export const isComplete = ({ keepDays, maxBytes, sentryMaxBytes }: RetentionBody): boolean =>
  keepDays >= 1 && maxBytes >= GB / 10 && !Number.isNaN(sentryMaxBytes);
