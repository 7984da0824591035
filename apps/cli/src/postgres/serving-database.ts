/** The database picket and its two roles: one owns the tables and migrates, the other serves. */
import { openClient } from '@picket/server/database-connections';
import type pg from 'pg';
import type { Secrets } from './data-folder.ts';
import { PostgresError } from './postgres-error.ts';

export const OWNER_ROLE = 'picket_owner';
/** What works for one organization, or for several, runs as these, where row-level security is on (decision 85). */
const TENANT_ROLES = ['picket_tenant', 'picket_tenants'];
/** Inherits nothing: picket changes to those two by it, and their policies do not apply to picket. */
const MEMBER_ROLE = 'picket_tenant_member';

export interface Startup {
  /** How long it may take until connections are accepted; undefined: a minute. */
  readonly startsWithinMs: number | undefined;
  readonly isRunning: () => boolean;
}

/**
 * Creates the roles and the database, and gives tables of an earlier version to the owner. Idempotent. Throws a PostgresError where
 * Postgres ended instead of accepting connections.
 */
export async function ensureDatabase(adminUrl: string, { picket, owner }: Secrets, startup: Startup): Promise<void> {
  await asSuperuser(adminUrl, startup, async (admin) => {
    for (const [role, password] of [
      ['picket', picket],
      [OWNER_ROLE, owner],
    ]) {
      const known = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (known.rowCount === 0) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    }
    const known = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [MEMBER_ROLE]);
    if (known.rowCount === 0) await createTenantRoles(admin);
    const database = await admin.query(`SELECT 1 FROM pg_database WHERE datname = 'picket'`);
    if (database.rowCount === 0) await admin.query(`CREATE DATABASE picket OWNER ${OWNER_ROLE}`);
  });
  await asSuperuser(adminUrl.replace(/\/postgres$/u, '/picket'), startup, async (admin) => {
    const { rowCount } = await admin.query(
      `SELECT 1 FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE d.datname = 'picket' AND r.rolname = 'picket'
       UNION ALL SELECT 1 FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = 'public'::regnamespace AND r.rolname = 'picket' LIMIT 1`,
    );
    if (rowCount === 1) await admin.query(`REASSIGN OWNED BY picket TO ${OWNER_ROLE}`);
    // For the archive: what waits in pg_wal, and base backups.
    await admin.query(
      `GRANT EXECUTE ON FUNCTION pg_ls_waldir(), pg_ls_archive_statusdir(), pg_stat_file(text, boolean),
              pg_backup_start(text, boolean), pg_backup_stop(boolean) TO picket`,
    );
  });
}

async function createTenantRoles(admin: pg.Client): Promise<void> {
  const roles = TENANT_ROLES.join(', ');
  const { rows } = await admin.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1)',
    [TENANT_ROLES],
  );
  const missing = TENANT_ROLES.filter((role) => rows.every(({ name }) => name !== role));
  // In one transaction.
  await admin.query(
    [
      ...missing.map((role) => `CREATE ROLE ${role} NOLOGIN`),
      `CREATE ROLE ${MEMBER_ROLE} NOLOGIN NOINHERIT ROLE picket`,
      `GRANT ${roles} TO ${MEMBER_ROLE}`,
      // Granted by an earlier version.
      `REVOKE ${roles} FROM picket`,
    ].join('; '),
  );
}

async function asSuperuser(url: string, startup: Startup, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = await connectWhenReady(url, startup);
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** An adopted one may still be starting, after a crash for as long as its recovery takes. */
const START_TIMEOUT_MS = 60_000;
const CANNOT_CONNECT_NOW = '57P03';
/** Not listening yet, or the end of what a Postgres that was killed has left of its port. */
const NOT_YET = [CANNOT_CONNECT_NOW, 'ECONNREFUSED', 'ECONNRESET'];

async function connectWhenReady(url: string, { startsWithinMs, isRunning }: Startup): Promise<pg.Client> {
  const deadline = performance.now() + (startsWithinMs ?? START_TIMEOUT_MS);
  for (;;) {
    const client = openClient(url, 'script');
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code = '' } = error as { code?: string };
      if (!NOT_YET.includes(code) || performance.now() > deadline) throw error;
      if (!isRunning()) throw new PostgresError('Postgres ended while it was starting.');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
