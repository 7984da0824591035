/** Tenants (specification, sections 3 and 6). */
export const BUSINESS_STATUSES = ['PAID', 'SALES_TRIAL', 'NON_SALES_TRIAL', 'INTERNAL', 'OUT_OF_SERVICE'] as const;
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

export const BUSINESS_STATUS_LABELS: Readonly<Record<BusinessStatus, string>> = {
  PAID: 'Paid',
  SALES_TRIAL: 'Sales trial',
  NON_SALES_TRIAL: 'Non-sales trial',
  INTERNAL: 'Internal',
  OUT_OF_SERVICE: 'RMA / Out of service',
};

/** The maximum number of demo tenants. */
export const MAX_DEMO_TENANTS = 4;
