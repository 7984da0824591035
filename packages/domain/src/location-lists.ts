/** Lists of locations. */

/** A longer one is rendered in parts, and its readings come after its first cards. */
export const MAX_SHORT_LIST = 60;
