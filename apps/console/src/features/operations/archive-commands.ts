/** An instant as the commands of the archive take it. Pure. */

/** `2026-03-02T10:04:00Z` */
export const commandInstant = (instant: string): string => instant.replace(/\.\d+/u, '');

/** The folder that a restore to it makes, beside the data folder. */
export const restoredFolder = (instant: string): string =>
  `data-at-${commandInstant(instant).replaceAll(/[-:]/gu, '')}`;
