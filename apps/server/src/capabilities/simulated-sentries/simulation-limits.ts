/** How much may be simulated. */

/** In one organization at a time. */
export const MAX_SIMULATED_SENTRIES = 3;
/** A simulated sentry is removed after this time, unless somebody keeps it for as long again. */
export const SIMULATION_LIFETIME_MS = 24 * 3_600_000;
/** Between two reports, in seconds. */
export const SIMULATED_INTERVAL_SECONDS = 30;
/** Between two reports while a scenario is played. */
export const SCENARIO_INTERVAL_MS = 2500;
