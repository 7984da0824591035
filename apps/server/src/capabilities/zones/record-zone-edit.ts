import type { AuditAction } from '@picket/domain/audit';
import { changeText, type PolicyChange, type PolicyChangeCode } from '@picket/domain/policy-changes';
import type { Tx } from '../../platform/db/database.ts';
import type { EditorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { sentriesAt } from '../sentries/index.ts';
import { type ZoneContent, zoneFields } from './zone-content.ts';
import type { ZonePorts } from './zone-ports.ts';
import type { ZoneRow } from './zone-store.ts';

export async function recordEdit(
  ctx: Ctx<EditorActor>,
  tx: Tx,
  ports: ZonePorts,
  row: ZoneRow,
  code: PolicyChangeCode,
  before: ZoneContent | null,
  after: ZoneContent | null,
): Promise<void> {
  const { tenant } = ctx.actor;
  const { locationGuid, sentryGuid } = row;
  const sentries = sentryGuid === null ? await sentriesAt(tx.sql, tenant, locationGuid) : [sentryGuid];
  await ports.configChanged(tx, { tenant, sentries });
  const renamed =
    before !== null && after !== null && before.name !== after.name
      ? [{ field: 'name' as const, before: before.name, after: after.name }]
      : [];
  const changes: readonly PolicyChange[] = [{ code, subject: row.name, fields: renamed }];
  await ports.policyEdited(tx, {
    tenant,
    location: locationGuid,
    sentry: sentryGuid,
    policy: row.policyGuid,
    title: row.name,
    by: ctx.actor,
    at: ctx.clock.now(),
    changes,
    before,
    after,
  });
  await audit(ctx, tx, {
    action: ZONE_ACTIONS[code] ?? 'ZONE_CHANGED',
    target: { kind: 'zone', guid: row.guid, name: after?.name ?? row.name },
    ...(before === null ? {} : { before: zoneFields(before) }),
    after: {
      ...(after === null ? {} : zoneFields(after)),
      changes: changes.map((change) => ({ ...change, text: changeText(change) })),
    },
  });
}

const ZONE_ACTIONS: Partial<Record<PolicyChangeCode, AuditAction>> = {
  ZONE_ADDED: 'ZONE_CREATED',
  ZONE_REMOVED: 'ZONE_DELETED',
};
