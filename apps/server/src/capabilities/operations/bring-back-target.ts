/** What a command names, found in a restored database; and who brings it back. */
import { SYSTEM_ACTORS } from '@picket/domain/actors';
import { BringBackError } from '../../platform/db/restored-database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTenantName } from '../tenants/index.ts';
import type { FoundTenant } from './bring-back-store.ts';

export interface BringBackRequest {
  /** The guid or the name that it had then. */
  readonly nameOrGuid: string;
  /** The guid or the name of its organization then; null: whichever has it, where only one has. */
  readonly tenant: string | null;
  /** Nothing is changed. */
  readonly dryRun: boolean;
}

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

export const totalOf = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

export interface PastMatch {
  readonly guid: string;
  readonly name: string;
  readonly tenant: FoundTenant;
}

export const operatorOf = (tenant: string): OperatorActor => ({
  kind: 'operator',
  guid: null,
  tenant,
  name: SYSTEM_ACTORS.operator,
});

/** `kind`: what it is, for the sentence of the error. */
export function requireOneMatch(kind: string, nameOrGuid: string, found: readonly PastMatch[]): PastMatch {
  const [one, ...others] = found;
  if (one === undefined) throw new BringBackError(`there is no ${kind} ${nameOrGuid} in the restored database`);
  if (others.length === 0) return one;
  const owners = found.map(({ tenant }) => tenant.name).join(', ');
  throw new BringBackError(`several organizations have a ${kind} ${nameOrGuid} (${owners}): add --of`);
}

/** The organization by its guid, under the name that it has now. */
export async function requireTenantNow({ db }: Platform, { guid, name }: FoundTenant): Promise<FoundTenant> {
  const now = await findTenantName(db.console, guid);
  if (now === null)
    throw new BringBackError(`its organization ${name} is not there any more: bring the organization back`);
  return { guid, name: now };
}
