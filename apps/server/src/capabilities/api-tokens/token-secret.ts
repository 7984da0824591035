/** The value of an API token. */

/** Distinguishes a token from a sentry's credential, and lets secret scanners recognize a leaked one. */
export const PREFIX = 'picket_';

export const BEARER = /^Bearer (picket_[A-Za-z0-9_-]{43})$/u;
