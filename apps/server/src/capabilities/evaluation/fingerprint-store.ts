/** What the violations of a configuration evaluate, by the hash of all of them; shared by sentries and organizations. */
import type { PolicyFingerprints } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';

/** The fingerprints stored under a hash. */
export async function loadFingerprints(sql: Sql, hash: string): Promise<PolicyFingerprints> {
  const { rows } = await sql.query<{ violations: PolicyFingerprints }>(
    'SELECT violations FROM policy_fingerprint WHERE hash = $1',
    [hash],
  );
  return rows[0]?.violations ?? {};
}

export async function saveFingerprints(sql: Sql, hash: string, fingerprint: PolicyFingerprints): Promise<void> {
  await sql.query('INSERT INTO policy_fingerprint (hash, violations) VALUES ($1, $2::json) ON CONFLICT DO NOTHING', [
    hash,
    JSON.stringify(fingerprint),
  ]);
}
