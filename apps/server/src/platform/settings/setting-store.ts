/** The only file that reads and writes the settings of the installation. */
import type { Sql } from '../db/database.ts';

/** What can be set while Picket runs. */
export type SettingName = 'mail' | 'heartbeat';

export interface SettingRow {
  readonly name: SettingName;
  /** JSON, encrypted with the name as its row; empty: it was removed. */
  readonly content: Buffer;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export async function listSettings(sql: Sql): Promise<readonly SettingRow[]> {
  const { rows } = await sql.query<SettingRow & { [name: string]: unknown }>(
    `SELECT name, content, changed_by_name AS "changedBy", changed_at AS "changedAt" FROM installation_setting
      WHERE name <> 'keys'`,
  );
  return rows;
}

export async function upsertSetting(sql: Sql, { name, content, changedBy, changedAt }: SettingRow): Promise<void> {
  await sql.query(
    `INSERT INTO installation_setting (name, content, changed_by_name, changed_at) VALUES ($1, $2, $3, $4::timestamptz)
     ON CONFLICT (name) DO UPDATE SET content = $2, changed_by_name = $3, changed_at = $4::timestamptz`,
    [name, content, changedBy, changedAt],
  );
}

/** Serializes changes of the settings until the transaction ends. */
export async function lockSettings(sql: Sql): Promise<void> {
  await sql.query('LOCK TABLE installation_setting IN SHARE ROW EXCLUSIVE MODE');
}

/** Stores the fingerprint of the keys unless there is one. Returns the one that is stored. */
export async function keepFingerprint(sql: Sql, fingerprint: string): Promise<string> {
  await sql.query(
    `INSERT INTO installation_setting (name, content, changed_by_name, changed_at)
     VALUES ('keys', convert_to($1, 'UTF8'), 'Picket', now()) ON CONFLICT (name) DO NOTHING`,
    [fingerprint],
  );
  const { rows } = await sql.query<{ fingerprint: string }>(
    `SELECT convert_from(content, 'UTF8') AS fingerprint FROM installation_setting WHERE name = 'keys'`,
  );
  return rows[0]?.fingerprint ?? fingerprint;
}
