/** The audit actors of what no signed-in user did. */
import { SYSTEM_ACTORS } from '@picket/domain/actors';
import type { AuditActor } from '../audit/index.ts';

/** The operator, who runs `picket admin` on the server itself. */
export const OPERATOR: AuditActor = { kind: 'SYSTEM', guid: null, name: SYSTEM_ACTORS.operator, address: null };

/** A caller who is not signed in; `address` null: not known. */
export const anonymousActor = (address: string | null): AuditActor => ({
  kind: 'SYSTEM',
  guid: null,
  name: SYSTEM_ACTORS.unknown,
  address,
});
