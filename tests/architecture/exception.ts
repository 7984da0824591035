/** What the lists of exceptions consist of. */

/**
 * Where a rule does not hold. Each entry has to be needed: one that no longer offends fails the test of its rule, so these lists
 * only shrink.
 */
export interface Exception {
  /** An offender as its rule names it, or a glob of files. */
  readonly where: string;
  readonly reason: string;
}
