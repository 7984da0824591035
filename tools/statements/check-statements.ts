/** Has Postgres look at every statement, and names what is wrong and where. */

import type { Exception } from '../../tests/architecture/exception.ts';
import { compareStatement } from './compare-rows.ts';
import type { Described } from './describe-statement.ts';
import type { FoundStatements, Statement } from './find-statements.ts';
import type { Place } from './source-program.ts';
import { splitSql } from './sql-tree.ts';
import type { Tables } from './table-schema.ts';

export interface Problem extends Place {
  readonly message: string;
}

type Describe = (text: string) => Promise<Described>;

async function problemsOf(describe: Describe, tables: Tables, statement: Statement): Promise<readonly string[]> {
  try {
    const texts = splitSql(statement.text);
    // Several in one are sent as they are: they take nothing and return nothing.
    if (texts.length !== 1) {
      for (const text of texts) await describe(text);
      return [];
    }
    return compareStatement(tables, statement, await describe(statement.text));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const toProblem = ({ path, line, name }: Place, message: string): Problem => ({ path, line, name, message });

/** What is wrong with statements, each place and sentence once. */
export async function checkStatements(
  describe: Describe,
  tables: Tables,
  { statements, open, unused }: FoundStatements,
): Promise<readonly Problem[]> {
  const problems = [
    ...open.map((one) => toProblem(one, `made while running: ${one.part}`)),
    ...unused.map((one) => toProblem(one, `no call runs ${one.part}`)),
  ];
  for (const statement of statements)
    for (const message of await problemsOf(describe, tables, statement)) problems.push(toProblem(statement, message));
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()];
}

const formatProblem = ({ path, line, message }: Problem): string => `${path}:${line}: ${message}`;

const MADE_BY = /(?<=^made while running): .*$/u;

/** Problems that are on no list, and entries of the list that no problem needs. */
export function withoutExceptions(
  problems: readonly Problem[],
  exceptions: readonly Exception[],
): { readonly problems: readonly string[]; readonly unneeded: readonly string[] } {
  // Which part is made while running says less about a place than its name.
  const whereOf = ({ path, name, message }: Problem): string => `${path}: ${name}: ${message.replace(MADE_BY, '')}`;
  const listed = new Set(exceptions.map(({ where }) => where));
  const found = new Set(problems.map(whereOf));
  return {
    problems: problems.filter((problem) => !listed.has(whereOf(problem))).map(formatProblem),
    unneeded: exceptions.filter(({ where }) => !found.has(where)).map(({ where }) => where),
  };
}
