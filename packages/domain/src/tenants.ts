/** Tenants (specification, sections 3 and 6). */
export const BUSINESS_STATUSES = ['PAID', 'SALES_TRIAL', 'NON_SALES_TRIAL', 'INTERNAL', 'OUT_OF_SERVICE'] as const;
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

/** The maximum number of demo tenants. */
export const MAX_DEMO_TENANTS = 4;
