/** Settings that were renamed or replaced: the start fails with a line that names the new one. */
export const REPLACEMENTS: Readonly<Record<string, string>> = {
  PICKET_PRIVATE_DESTINATIONS:
    'was replaced by PICKET_OUTBOUND_ALLOWED; list each host and port there, such as ntfy:80',
  PICKET_GUESSES: 'was renamed to PICKET_SIGN_IN_RATE_LIMIT',
  PICKET_LANES: 'was renamed to PICKET_INGEST_CONCURRENCY',
  PICKET_QUEUE: 'was renamed to PICKET_INGEST_QUEUE_LIMIT',
};

/** Their names: compose passes them on, so that the server can report them. */
export const REPLACED_SETTINGS: readonly string[] = Object.keys(REPLACEMENTS);
