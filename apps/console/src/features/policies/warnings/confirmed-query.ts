/** The query of a request that saves a policy: a person was shown the warnings and saves anyway. */
export const confirmedQuery = (isConfirmed: boolean) => (isConfirmed ? { confirmed: 'true' as const } : {});
