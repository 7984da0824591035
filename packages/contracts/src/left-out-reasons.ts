/** Why a part of what is announced is left out. */
export const LEFT_OUT_REASONS = [
  'TOO_LARGE',
  'NOT_JSON',
  'NO_IDENTIFIERS',
  'NO_UNIQUE_ID',
  'SAME_UNIQUE_ID',
  'BAD_TOPIC',
  'BAD_NAME',
  'OVER_LIMIT',
  'CHANGING_ADDRESS',
  'NOT_DECODED',
  'UNKNOWN_FORMAT',
  'SUBSCRIPTION_REFUSED',
  'NOT_RETAINED',
] as const;
