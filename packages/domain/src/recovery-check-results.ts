/** What a check of recovery may find. SKIPPED: it could not be made, and says nothing about the archive. */
export const RECOVERY_CHECK_RESULTS = ['PASSED', 'FAILED', 'SKIPPED'] as const;
export type RecoveryCheckResult = (typeof RECOVERY_CHECK_RESULTS)[number];
