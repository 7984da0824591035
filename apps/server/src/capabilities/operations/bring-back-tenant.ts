/**
 * Brings an organization back that was deleted by mistake: from a database that was restored to an instant before, into the running one.
 *
 * One transaction: it is back whole, or nothing of it is, and the command can be repeated. Rows keep their identifiers, which the running
 * database has not given to others, since it is the same one later on. Sessions, links and mails stay away, and so
 * do users and API tokens that were erased on purpose since.
 *
 * A restore suspends what was deleted since, and nothing can be deleted that is not suspended: it is active again.
 */
import { BringBackError } from '../../platform/db/restored-database.ts';
import { contextOf } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { deletedTenants, noteErasure, readErasures } from '../../platform/wal-archive/erasure-ledger.ts';
import { audit } from '../audit/index.ts';
import { ensurePackedPartitions } from '../timeseries/index.ts';
import { type BothDatabases, sqlOf, withBothDatabases } from './both-databases.ts';
import {
  copyTenant,
  countTenant,
  eraseCopied,
  findTenantToBringBack,
  listPackedMonths,
  lockSameTenant,
  reactivateCopied,
} from './bring-back-store.ts';
import { type BringBackRequest, operatorOf, type RowCounts, totalOf } from './bring-back-target.ts';

export interface BroughtBackTenant {
  readonly name: string;
  readonly rows: RowCounts;
  /** REACTIVATED: it was suspended in the restored database; SUSPENDED: it still is, since the ledger does not know of its deletion. */
  readonly state: 'ACTIVE' | 'REACTIVATED' | 'SUSPENDED';
}

type Request = Pick<BringBackRequest, 'nameOrGuid' | 'dryRun'>;
type OnTable = (name: string, share: number) => void;

/** `sourceUrl`: of the restored database, where `nameOrGuid` is looked for. Throws a BringBackError. */
export const bringBackTenant = (
  platform: Platform,
  sourceUrl: string,
  request: Request,
  onTable: OnTable,
): Promise<BroughtBackTenant> =>
  withBothDatabases(platform, sourceUrl, (both) => copyInOneTransaction(platform, both, request, onTable));

async function copyInOneTransaction(
  platform: Platform,
  { source, target }: BothDatabases,
  { nameOrGuid, dryRun }: Request,
  onTable: OnTable,
): Promise<BroughtBackTenant> {
  const tenant = await findTenantToBringBack(source, nameOrGuid);
  if (tenant === null) throw new BringBackError(`there is no organization ${nameOrGuid} in the restored database`);
  if (!dryRun) await ensurePackedPartitions(platform.db, await listPackedMonths(source, tenant.guid), new Set());
  await target.query('BEGIN');
  const same = await lockSameTenant(target, tenant);
  if (same !== null) throw new BringBackError(`there is an organization ${same.name} already`);
  const erasures = await readErasures(platform.config.backup.folder);
  const state = stateOf(tenant.suspended, deletedTenants(erasures).includes(tenant.guid));
  if (dryRun) return { name: tenant.name, rows: await countTenant(source, tenant.guid), state };
  const rows = await copyTenant(source, tenant.guid, target, onTable);
  if (state === 'REACTIVATED') await reactivateCopied(target, tenant.guid);
  await eraseCopied(target, tenant.guid, erasures);
  const ctx = contextOf(platform, operatorOf(tenant.guid));
  await audit(
    ctx,
    { sql: sqlOf(target) },
    {
      action: 'TENANT_BROUGHT_BACK',
      target: { kind: 'tenant', guid: tenant.guid, name: tenant.name },
      after: { rows: totalOf(rows), suspended: state === 'SUSPENDED' },
    },
  );
  await target.query('COMMIT');
  await noteErasure(platform, 'TENANT_BROUGHT_BACK', tenant.guid, tenant.guid);
  return { name: tenant.name, rows, state };
}

function stateOf(wasSuspended: boolean, isNotedAsDeleted: boolean): BroughtBackTenant['state'] {
  if (!wasSuspended) return 'ACTIVE';
  return isNotedAsDeleted ? 'REACTIVATED' : 'SUSPENDED';
}
