/** A database of its own for a suite, cloned from the migrated template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import './provided.ts';

export interface TestDatabase {
  /** For the superuser: suites look into the database with it, and most servers of suites work with it. */
  readonly url: string;
  /** For the role that owns the tables, and for the one the server works with, as in an installation. */
  readonly ownerUrl: string;
  readonly servingUrl: string;
  drop(): Promise<void>;
}

export async function createTestDatabase(template = 'template_picket'): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE "${name}" TEMPLATE ${template} OWNER picket_owner`);
  const named = (address: string): string => Object.assign(new URL(address), { pathname: `/${name}` }).href;
  return {
    url: named(adminUrl),
    ownerUrl: named(inject('ownerUrl')),
    servingUrl: named(inject('servingUrl')),
    drop: () => asAdmin(adminUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
