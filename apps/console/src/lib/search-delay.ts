/** A list is searched once the user has not typed for this long. */
export const SEARCH_DELAY_MS = 250;
