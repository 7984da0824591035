/** An error with a message for the operator. */
export class PostgresError extends Error {}
