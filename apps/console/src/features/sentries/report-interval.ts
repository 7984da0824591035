const DAY_SECONDS = 86_400;

/** Whether a sentry may report at this interval. */
export const isReportInterval = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= DAY_SECONDS;
