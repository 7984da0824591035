/** Describes an edit, with the names of the zones it sets or removes. */
import type { PolicyContent } from '@picket/domain/policies';
import { namedPolicyChanges, type PolicyChange } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import type { Sql } from '../../../platform/db/database.ts';
import { namesOfZones } from '../../zones/index.ts';
import { zoneReferences } from '../policy-checks.ts';

export async function describeEdit(
  sql: Sql,
  tenant: string,
  before: NamedContent,
  after: NamedContent,
): Promise<readonly PolicyChange[]> {
  const zones = [before, after].flatMap(({ definition }: PolicyContent) =>
    zoneReferences(definition).map(({ zone }) => zone.toLowerCase()),
  );
  const names = await namesOfZones(sql, tenant, zones);
  return namedPolicyChanges(before, after, (guid) => names.get(guid.toLowerCase()));
}
