/**
 * Checks the integrity of a live database at one instant: every page read, every integrity check run, every packed day unpacked,
 * every audit log verified from its first entry to its last. Damaged pages are named; the other checks continue.
 */
import { type AnchorIndex, auditProblems, readAnchors } from '../capabilities/audit/index.ts';
import {
  findDamagedClips,
  findUnknownObjects,
  type RunInNewSnapshot,
  UnreadableStore,
} from '../capabilities/clips/index.ts';
import { findChunkProblems } from '../capabilities/timeseries/index.ts';
import { inSavepoint, isCorruption, type Sql, withSnapshot } from '../platform/db/database.ts';
import { readIsDistributed } from '../platform/db/placement.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { Platform } from '../platform/platform.ts';
import { damagedRelation, relationsWithPages, scanRelation } from './damaged-pages-store.ts';
import { INTEGRITY_CHECKS, type IntegrityCheck } from './integrity-checks.ts';

interface IntegrityViolation {
  /** Of an integrity check, or `damaged-page`, `packed-day` or `audit-chain`. */
  readonly check: string;
  readonly rule: string;
  readonly count: number;
  /** A few of them. */
  readonly examples: readonly string[];
}

/** A check that was not run, as it does not apply to the database. */
interface UnrunCheck {
  readonly check: string;
  readonly rule: string;
  readonly why: string;
}

export interface IntegrityReport {
  readonly violations: readonly IntegrityViolation[];
  readonly notChecked: readonly UnrunCheck[];
  /** How many checks were run. */
  readonly count: number;
}

interface FsckProgress {
  readonly done: number;
  readonly of: number;
  readonly checking: string;
}

interface Check {
  readonly name: string;
  readonly rule: string;
  /** Returns what violates the rule. */
  readonly run: (sql: Sql) => Promise<readonly string[]>;
}

const MAX_EXAMPLES = 5;
const PAGES_RULE = 'every page of every table can be read';

const createChecks = (
  platform: Pick<Platform, 'keys'>,
  anchors: Promise<AnchorIndex>,
  statements: readonly IntegrityCheck[],
): readonly Check[] => [
  ...statements.map(({ name, rule, sql: statement }) => ({
    name,
    rule,
    run: async (sql: Sql) => (await sql.query<{ what: string }>(statement)).rows.map(({ what }) => what),
  })),
  { name: 'packed-day', rule: 'a packed day unpacks to what its row and its summary say', run: findChunkProblems },
  {
    name: 'audit-chain',
    rule: 'every entry of an audit log is as it was written, and none is missing',
    run: async (sql) => auditProblems(platform, sql, await anchors),
  },
];

/** A store that cannot be read violates the rule as far as anybody knows: the check ends with the reason, and not as passed. */
async function catchUnreadable(check: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof UnreadableStore) return [error.message];
    throw error;
  }
}

/** The checks of the store of clips: every byte of them is read. */
function createClipChecks({ config, keys }: Pick<Platform, 'config' | 'keys'>, objects: ObjectStore): readonly Check[] {
  const runInNewSnapshot: RunInNewSnapshot = (work) => withSnapshot(config.databaseUrl, work);
  return [
    {
      name: 'clip-bytes',
      rule: 'every part of a clip is stored, and is what was recorded',
      run: (sql) => catchUnreadable(findDamagedClips(sql, keys, objects, runInNewSnapshot)),
    },
    {
      name: 'clip-objects',
      rule: 'every stored object belongs to a clip',
      run: (sql) => catchUnreadable(findUnknownObjects(sql, objects, runInNewSnapshot)),
    },
  ];
}

/** Returns the violations alone. */
export const fsck = async (...given: Parameters<typeof checkIntegrity>): Promise<readonly IntegrityViolation[]> =>
  (await checkIntegrity(...given)).violations;

/**
 * Runs the checks; changes nothing. `objects`: the store of the clips of this database; null: they are not checked, as of a backup,
 * which has none.  Throws when the database is unreachable.
 */
export async function checkIntegrity(
  platform: Pick<Platform, 'config' | 'keys'>,
  onProgress: (progress: FsckProgress) => void = () => {},
  objects: ObjectStore | null = null,
): Promise<IntegrityReport> {
  // Before the snapshot, so that no anchor is newer. A failure is reported by the check of the logs.
  const anchors = withSnapshot(platform.config.databaseUrl, (sql) => readAnchors(platform, sql));
  await anchors.catch(() => {});
  return withSnapshot(platform.config.databaseUrl, async (sql) => {
    const violations: IntegrityViolation[] = [];
    const addViolation = (name: string, rule: string, found: readonly string[]): void => {
      if (found.length > 0)
        violations.push({ check: name, rule, count: found.length, examples: found.slice(0, MAX_EXAMPLES) });
    };
    const { statements, notChecked } = selectStatements(await readIsDistributed(sql));
    const clipChecks = objects === null ? [] : createClipChecks(platform, objects);
    const checks = [...createChecks(platform, anchors, statements), ...clipChecks];
    // And that of the pages.
    const of = checks.length + 1;
    onProgress({ done: 0, of, checking: PAGES_RULE });
    await joinAcrossPlaces(sql);
    const damaged = new Set(await damagedPages(sql));
    for (const [index, { name, rule, run }] of checks.entries()) {
      onProgress({ done: index + 1, of, checking: rule });
      const found = await catchCorruption(sql, () => run(sql));
      if (typeof found === 'string') damaged.add(found);
      else addViolation(name, rule, found);
    }
    addViolation('damaged-page', PAGES_RULE, [...damaged]);
    onProgress({ done: of, of, checking: '' });
    return { violations, notChecked, count: of };
  });
}

/** The statements that find something in such a database, and the checks that are left out. */
function selectStatements(isDistributed: boolean) {
  const isRun = ({ isOfOneDatabase }: IntegrityCheck): boolean => !isDistributed || isOfOneDatabase !== true;
  return {
    statements: INTEGRITY_CHECKS.filter(isRun),
    notChecked: INTEGRITY_CHECKS.filter((one) => !isRun(one)).map(({ name, rule }) => ({
      check: name,
      rule,
      why: 'the database is distributed',
    })),
  };
}

/**
 * Some checks look for a row that leads to another organization. A database that is distributed by organization joins such rows only with
 * this setting, of the transaction; elsewhere it has no effect.
 */
const joinAcrossPlaces = (sql: Sql): Promise<unknown> =>
  sql.query(`SELECT set_config('citus.enable_repartition_joins', 'on', true)`);

/** Pages that cannot be read, each with its relation's name. */
async function damagedPages(sql: Sql): Promise<readonly string[]> {
  const found: string[] = [];
  for (const relation of await relationsWithPages(sql)) {
    const problem = await catchCorruption(sql, () => scanRelation(sql, relation));
    if (typeof problem === 'string') found.push(problem);
  }
  return found;
}

/** What `work` returns, or, when it met a damaged page, a sentence that names it. */
async function catchCorruption<Result extends object | undefined>(
  sql: Sql,
  work: () => Promise<Result>,
): Promise<Result | string> {
  try {
    return await inSavepoint(sql, work);
  } catch (error) {
    if (!isCorruption(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const relation = await damagedRelation(sql, message);
    return relation === null ? message : `${relation}: ${message}`;
  }
}
