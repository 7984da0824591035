/** What the test run hands to its suites. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's Postgres, for its superuser. */
    adminUrl: string;
    /** The same for the role that owns the tables, and for the one the server works with. */
    ownerUrl: string;
    servingUrl: string;
  }
}

export {};
