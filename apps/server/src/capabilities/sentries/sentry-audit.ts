/** A sentry as the audit log shows it. */
import type { SentryRow } from './sentry-store.ts';

export const auditTarget = ({ guid, name }: SentryRow) => ({ kind: 'sentry', guid, name });

export const auditFields = ({ name, serialNumber, reportIntervalSeconds, attributes }: SentryRow) => ({
  name,
  serialNumber,
  reportIntervalSeconds,
  attributes,
});
