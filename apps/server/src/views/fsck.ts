/**
 * Whether what is stored can be true: every invariant at one instant of a live database, every packed day unpacked, every
 * audit log followed from its first entry to its last.
 */
import { auditProblems } from '../capabilities/audit/index.ts';
import { packedProblems } from '../capabilities/readings/index.ts';
import { atOneInstant, type Platform } from '../platform/index.ts';
import { INVARIANTS } from './invariants.ts';

export interface Breach {
  /** Of an invariant, or `packed-day` or `audit-chain`. */
  readonly invariant: string;
  readonly holds: string;
  readonly count: number;
  /** A few of them. */
  readonly examples: readonly string[];
}

export interface FsckProgress {
  readonly done: number;
  readonly of: number;
  readonly checking: string;
}

const EXAMPLES = 5;
const PACKED = 'a packed day unpacks to what its row and its summary say';
const CHAIN = 'every entry of an audit log is as it was written, and none is missing';

/** Answers what does not hold; nothing is changed. */
export function fsck(
  platform: Pick<Platform, 'config' | 'keys'>,
  onProgress: (progress: FsckProgress) => void = () => {},
): Promise<readonly Breach[]> {
  const of = INVARIANTS.length + 2;
  return atOneInstant(platform.config.databaseUrl, async (sql) => {
    const breaches: Breach[] = [];
    const note = (invariant: string, holds: string, found: readonly string[]): void => {
      if (found.length > 0)
        breaches.push({ invariant, holds, count: found.length, examples: found.slice(0, EXAMPLES) });
    };
    for (const [done, { name, holds, sql: statement }] of INVARIANTS.entries()) {
      onProgress({ done, of, checking: holds });
      const { rows } = await sql.query<{ what: string }>(statement);
      note(
        name,
        holds,
        rows.map(({ what }) => what),
      );
    }
    onProgress({ done: of - 2, of, checking: PACKED });
    note('packed-day', PACKED, await packedProblems(sql));
    onProgress({ done: of - 1, of, checking: CHAIN });
    note('audit-chain', CHAIN, await auditProblems(platform, sql));
    onProgress({ done: of, of, checking: '' });
    return breaches;
  });
}
