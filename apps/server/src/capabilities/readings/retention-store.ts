/** The only file with the SQL of how long an organisation keeps what. */
import type { Sql } from '../../platform/index.ts';

/** READINGS: each as it came. SUMMARIES: their roll-ups. */
export const RETENTION_KINDS = ['READINGS', 'SUMMARIES'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Days that each kind is kept; 0: for ever. */
export async function keptDays(sql: Sql, tenant: string): Promise<Readonly<Record<RetentionKind, number>>> {
  const { rows } = await sql.query<{ kind: RetentionKind; days: number }>(
    'SELECT kind, keep_days AS days FROM retention WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  const known = new Map(rows.map(({ kind, days }) => [kind, days]));
  return { READINGS: known.get('READINGS') ?? 0, SUMMARIES: known.get('SUMMARIES') ?? 0 };
}
