/** Whether a store function, called for an organization, reaches anything. Whatever it changed is undone. */
import { type Database, sqlState, type Tx } from '../src/platform/db/database.ts';
import type { Picket } from './harness.ts';
import { guidsOf, type Things } from './tenant-things.ts';

/** Nothing: no row, no number, no permission to go on. */
function isNothing(result: unknown): boolean {
  if (Array.isArray(result)) return result.length === 0;
  if (result instanceof Map || result instanceof Set) return result.size === 0;
  return result === undefined || result === null || result === false || result === 0 || result === 0n;
}

/**
 * What Prisma, a foreign key, row-level security or a store refuses because what it names does not exist in the organization; or a key,
 * because another organization has it.
 */
const isRefusal = (error: unknown): boolean =>
  ['23503', '23505', '42501'].includes(sqlState(error) ?? '') ||
  (error instanceof Error && (('code' in error && error.code === 'P2025') || error.message.endsWith('does not exist')));

class Undo extends Error {}

/** Row-level security (decision 85): the organization whose transaction the call is made in. */
interface Wall {
  readonly role: string;
  readonly tenant: string;
}

/** The transaction of another organization than that whose things the call names. */
export function wallOf({ platform }: Picket, tenant: string): Wall {
  const role = platform.config.tenantRole;
  if (role === null) throw new Error('this test needs PICKET_ROW_SECURITY=on');
  return { role, tenant };
}

const changeRole = ({ sql }: Tx, { role, tenant }: Wall) =>
  sql.query(`SELECT set_config('role', $1, true), set_config('picket.tenant', $2, true)`, [role, tenant]);
const resetRole = ({ sql }: Tx) => sql.query(`SELECT set_config('role', 'none', true)`);

/** `counts`: a condition on the text of a row `t`; rows that do not meet it are not compared. */
async function contentsOf({ sql }: Tx, tables: readonly string[], counts: string): Promise<string> {
  if (tables.length === 0) return '';
  const sums = tables.map(
    (name) => `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${name} t WHERE ${counts}) AS ${name}`,
  );
  const { rows } = await sql.query(`SELECT ${sums.join(', ')}`);
  return JSON.stringify(rows[0]);
}

/** Whether the call returned something or changed `tables`. A refusal is neither. */
export async function hasEffect(
  db: Database,
  tables: readonly string[],
  call: (tx: Tx) => Promise<unknown>,
  {
    counts = 'true',
    isFound = (result: unknown) => !isNothing(result),
    wall,
  }: {
    readonly counts?: string;
    readonly isFound?: (result: unknown) => boolean;
    readonly wall?: Wall | undefined;
  } = {},
): Promise<boolean> {
  let isEffective = false;
  const undone = db.inTx(async (tx) => {
    const before = await contentsOf(tx, tables, counts);
    await tx.sql.query('SAVEPOINT call');
    let result: unknown;
    try {
      if (wall !== undefined) await changeRole(tx, wall);
      result = await call(tx);
      if (wall !== undefined) await resetRole(tx);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await tx.sql.query('ROLLBACK TO SAVEPOINT call');
    }
    isEffective = isFound(result) || (await contentsOf(tx, tables, counts)) !== before;
    throw new Undo();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return isEffective;
}

/** JSON with the entries of maps and sets in it. */
const textOf = (result: unknown): string =>
  JSON.stringify(result, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : typeof value === 'bigint' ? String(value) : value,
  ) ?? '';

/**
 * Whether the call returned or changed something of the organization that `things` belong to. What another one, `other`, has or gets of
 * its own does not count, unless it names one of these things.
 */
export function hasEffectOnThings(
  db: Database,
  tables: readonly string[],
  { things, other, wall }: { readonly things: Things; readonly other: string; readonly wall?: Wall },
  call: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  const guids = guidsOf(things);
  return hasEffect(db, tables, call, {
    wall,
    counts: `(t::text NOT LIKE '%${other}%' OR t::text ~ '${guids.join('|')}')`,
    isFound: (result) =>
      typeof result === 'object' && result !== null
        ? guids.some((guid) => textOf(result).includes(guid))
        : !isNothing(result),
  });
}
