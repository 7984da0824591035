/** How long a sign-in challenge is valid, and for how many attempts. */

export const CHALLENGE_LIFETIME = 10 * 60_000;

export const MAX_CHALLENGE_ATTEMPTS = 5;
