import { formatInstant } from '@picket/domain/time';
import type { ClipRow } from './clip-row.ts';

/** A clip is named by when it was recorded. */
export const toAuditTarget = ({ guid, startedAt }: Pick<ClipRow, 'guid' | 'startedAt'>) => ({
  kind: 'clip',
  guid,
  name: formatInstant(startedAt.getTime()),
});
