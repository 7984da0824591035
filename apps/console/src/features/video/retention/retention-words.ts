/** What the rules of video retention are called, where somebody else changed them meanwhile. */
import type { Translator } from '../../../lib/texts.ts';
import type { RetentionValues } from './retention-values.ts';

export function retentionWords(t: Translator) {
  const days = t('retention.days');
  const gigabytes = t('retention.gigabytes');
  return {
    keepDays: { label: t('retention.keepDays'), show: ({ keepDays }: RetentionValues) => `${keepDays} ${days}` },
    maxBytes: { label: t('retention.maxBytes'), show: ({ maxBytes }: RetentionValues) => `${maxBytes} ${gigabytes}` },
    sentryMaxBytes: {
      label: t('retention.sentryMaxBytes'),
      show: ({ sentryMaxBytes }: RetentionValues) => (sentryMaxBytes === '' ? '–' : `${sentryMaxBytes} ${gigabytes}`),
    },
    whenFull: {
      label: t('retention.whenFull'),
      show: ({ whenFull }: RetentionValues) => t(`retention.whenFull.${whenFull}`),
    },
    linkHours: {
      label: t('retention.linkHours'),
      show: ({ linkHours }: RetentionValues) => `${linkHours} ${t('retention.hours')}`,
    },
    clearPictures: { label: t('retention.clearPictures') },
    pictureWaitSeconds: {
      label: t('retention.pictureWait'),
      show: ({ pictureWaitSeconds }: RetentionValues) => `${pictureWaitSeconds} ${t('retention.seconds')}`,
    },
  };
}
