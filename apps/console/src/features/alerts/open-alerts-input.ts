/** As the console asks for the open alerts, and as the page of the locations brings the first of them. */
export const OPEN_ALERTS = { query: { state: 'OPEN' } } as const;
