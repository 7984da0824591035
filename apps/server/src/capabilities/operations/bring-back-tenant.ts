/**
 * Brings an organization back that was deleted by mistake: from a database that was restored to an instant before, into the running one.
 *
 * One transaction: it is back whole, or nothing of it is, and the command can be repeated. Rows keep their identifiers, which the running
 * database has not given to others, since it is the same one later on. Sessions, links and mails stay away.
 */
import { SYSTEM_ACTORS } from '@picket/domain/actors';
import type pg from 'pg';
import { openClient } from '../../platform/db/database-connections.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditActor, auditAs } from '../audit/index.ts';
import { ensurePackedPartitions } from '../timeseries/index.ts';
import {
  copyTenant,
  findTenantToBringBack,
  listMigrations,
  listPackedMonths,
  lockSameTenant,
} from './bring-back-store.ts';

/** A sentence for the operator. */
export class BringBackError extends Error {}

export interface BroughtBack {
  readonly name: string;
  readonly rows: number;
}

const OPERATOR: AuditActor = { kind: 'SYSTEM', guid: null, name: SYSTEM_ACTORS.operator, address: null };
const UNIQUE_VIOLATION = '23505';

/** `sourceUrl`: of the restored database; `nameOrGuid`: of the organization there. Throws a BringBackError. */
export async function bringBackTenant(
  platform: Platform,
  sourceUrl: string,
  nameOrGuid: string,
  onTable: (name: string, share: number) => void,
): Promise<BroughtBack> {
  const [source, target] = await Promise.all([connect(sourceUrl), connect(platform.config.databaseUrl)]);
  try {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await copyInOneTransaction(platform, { source, target, nameOrGuid, onTable });
  } catch (error) {
    throw toSentence(error);
  } finally {
    // Whatever was not committed is undone with its connection.
    await Promise.all([source.end().catch(() => {}), target.end().catch(() => {})]);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = openClient(url, 'restore');
  client.on('error', () => {});
  await client.connect();
  return client;
}

interface Copy {
  readonly source: pg.Client;
  readonly target: pg.Client;
  readonly nameOrGuid: string;
  readonly onTable: (name: string, share: number) => void;
}

async function copyInOneTransaction(
  platform: Platform,
  { source, target, nameOrGuid, onTable }: Copy,
): Promise<BroughtBack> {
  const tenant = await findTenantToBringBack(source, nameOrGuid);
  if (tenant === null) throw new BringBackError(`there is no organization ${nameOrGuid} in the restored database`);
  const [then, now] = await Promise.all([listMigrations(source), listMigrations(target)]);
  if (then.join() !== now.join())
    throw new BringBackError(
      'the restored database is of another version: start Picket from it once, then repeat this',
    );
  await ensurePackedPartitions(platform.db, await listPackedMonths(source, tenant.guid), new Set());
  await target.query('BEGIN');
  const same = await lockSameTenant(target, tenant);
  if (same !== null) throw new BringBackError(`there is an organization ${same.name} already`);
  const rows = await copyTenant(source, tenant.guid, target, onTable);
  const sql = {
    query: async <Row extends { [name: string]: unknown }>(text: string, values?: readonly unknown[]) => {
      const result = await target.query<Row>(text, values === undefined ? undefined : [...values]);
      return { rows: result.rows, rowCount: result.rowCount ?? 0 };
    },
  };
  await auditAs(platform, { sql }, tenant.guid, OPERATOR, {
    action: 'TENANT_BROUGHT_BACK',
    target: { kind: 'tenant', guid: tenant.guid, name: tenant.name },
    after: { rows },
  });
  await target.query('COMMIT');
  return { name: tenant.name, rows };
}

function toSentence(error: unknown): unknown {
  const { code, detail = '', table = '' } = error as { code?: string; detail?: string; table?: string };
  return code === UNIQUE_VIOLATION
    ? new BringBackError(`something of it is in use by another organization (${table}: ${detail})`)
    : error;
}
