/** What the test run hands to its suites. */
declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's Postgres, for its superuser. */
    adminUrl: string;
  }
}

export {};
