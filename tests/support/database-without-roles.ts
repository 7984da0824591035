/** A database whose serving role cannot change to roles for organizations: these are missing, and the owner of the tables may not make them. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase } from './database.ts';

export interface DatabaseWithoutRoles {
  readonly servingUrl: string;
  readonly ownerUrl: string;
  /** Of the role that serves. */
  readonly role: string;
  drop(): Promise<void>;
}

export async function createDatabaseWithoutRoles(): Promise<DatabaseWithoutRoles> {
  const database = await createTestDatabase();
  const role = `alone_${randomBytes(6).toString('hex')}`;
  const serving = Object.assign(new URL(database.servingUrl), { username: role });
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD '${decodeURIComponent(serving.password)}'`);
  return {
    servingUrl: serving.href,
    ownerUrl: database.ownerUrl,
    role,
    drop: async () => {
      await asAdmin(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await database.drop();
    },
  };
}
