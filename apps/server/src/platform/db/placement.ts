/** Whether rows are placed on several databases by their organization (decision 92), and work in parts that stay on one of them. */
import type { Sql } from './sql-handles.ts';

/** Citus puts this trigger on each table that it distributes, and only there; a database without Citus has no such function. */
const IS_DISTRIBUTED = `SELECT EXISTS (SELECT 1 FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
  WHERE g.tgrelid = to_regclass('sentry') AND p.proname = 'citus_truncate_trigger') AS distributed`;

/** Asks whether the rows of organizations are distributed. */
export async function readIsDistributed(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ distributed: boolean }>(IS_DISTRIBUTED);
  return rows[0]?.distributed === true;
}

/** A table that is there while `picket distribute` works: of the keys and references that it took away until rows are distributed. */
export const DISTRIBUTION_NOTES = 'picket_distribution';

/** Asks whether a distribution was begun and is not done. */
export async function readIsBeingDistributed(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ begun: boolean }>('SELECT to_regclass($1) IS NOT NULL AS begun', [
    `public.${DISTRIBUTION_NOTES}`,
  ]);
  return rows[0]?.begun === true;
}

export interface Placement {
  readonly isDistributed: boolean;
  read(): Promise<void>;
}

/** Remembers how rows are placed: not distributed until `read` has asked. */
export function createPlacement(sql: Sql): Placement {
  let isDistributed = false;
  return {
    get isDistributed() {
      return isDistributed;
    },
    read: async () => {
      isDistributed = await readIsDistributed(sql);
    },
  };
}

/**
 * Items in parts that a transaction each may work on: of one organization where rows are distributed, else all of them together. None
 * is empty.
 */
export function partsOf<Item extends { readonly tenant: string }>(
  { isDistributed }: { readonly isDistributed: boolean },
  items: readonly Item[],
): readonly (readonly Item[])[] {
  if (items.length === 0) return [];
  return isDistributed ? [...Map.groupBy(items, ({ tenant }) => tenant).values()] : [items];
}

/** The organizations of items, each once. */
export const tenantsOf = (items: readonly { readonly tenant: string }[]): readonly string[] => [
  ...new Set(items.map(({ tenant }) => tenant)),
];
