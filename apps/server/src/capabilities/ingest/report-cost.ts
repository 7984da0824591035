/** What a report costs apart from its readings, counted in readings: its sentry is locked, and its monitor state written. */
export const REPORT_COST = 10;

/** What it costs to store and evaluate a report, counted in readings. */
export const costOf = (readings: number): number => REPORT_COST + readings;
