/** The audit actors of what no signed-in user did. */
import type { AuditActor } from '../audit/index.ts';

/** Whoever runs `npm run admin` on the server itself. */
export const OPERATOR: AuditActor = { kind: 'SYSTEM', guid: null, name: 'Operator', address: null };

/** Somebody who has not proved who they are; `address` null: not known. */
export const somebodyAt = (address: string | null): AuditActor => ({
  kind: 'SYSTEM',
  guid: null,
  name: 'Somebody',
  address,
});
