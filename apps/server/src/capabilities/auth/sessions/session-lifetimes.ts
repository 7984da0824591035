/** How long sessions last. */

const HOUR = 3_600_000;

export const IDLE_TIMEOUT = HOUR;

export const MAX_SESSION_LIFETIME = 24 * HOUR;

export const MAX_REMEMBERED_LIFETIME = 30 * 24 * HOUR;

export const DISPLAY_LIFETIME = 400 * 24 * HOUR;
