/** A database of its own for a suite, cloned from the migrated template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { IS_DEEP } from './deep.ts';
import './provided.ts';

/**
 * A busy machine is no reason to refuse anything: work waits for a connection. Tests of refusals hold what they need. Two connections a pool
 * outside of the deep run: each is a process of Postgres, and to start them was 7 to 21 % of the work.
 */
export const poolLimits = (connections?: number) => ({ waitMs: 60_000, max: connections ?? (IS_DEEP ? 100 : 2) });

export interface TestDatabase {
  /** For the superuser: suites look into the database with it, and most servers of suites work with it. */
  readonly url: string;
  /** For the role that owns the tables, and for the one the server works with, as in an installation. */
  readonly ownerUrl: string;
  readonly servingUrl: string;
  drop(): Promise<void>;
}

/** Copied as files: with a template as small as this, a third of the work of the other strategy. */
export async function createTestDatabase(template = 'template_picket'): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`CREATE DATABASE "${name}" TEMPLATE ${template} OWNER picket_owner STRATEGY FILE_COPY`);
  const named = (address: string): string => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return {
    url: named(adminUrl),
    ownerUrl: named(inject('ownerUrl')),
    servingUrl: named(inject('servingUrl')),
    drop: () => asAdmin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

/** One connection for each worker, and none while it is idle at its end. */
let admin: pg.Pool | null = null;

async function asAdmin(statement: string): Promise<void> {
  admin ??= new pg.Pool({ connectionString: inject('adminUrl'), max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 });
  await admin.query(statement);
}
