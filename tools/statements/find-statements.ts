/** Every statement that the server runs: its texts, how many values travel with it, and the type of rows that the call states. */
import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isNoSubstitutionTemplateLiteral, isStringLiteral, isTemplateExpression } from 'typescript/unstable/ast/is';
import { Evaluator } from './evaluate.ts';
import { type StatedColumn, statedColumns } from './row-types.ts';
import { codeIn, excerptOf, type Place, placeOf, type Sources, walk, withSources } from './source-program.ts';
import { isList, Unknown } from './values.ts';

export interface Statement extends Place {
  readonly text: string;
  /** Values that travel with it; null: how many is only known while running. */
  readonly valueCount: number | null;
  /** null: the call states none. */
  readonly columns: readonly StatedColumn[] | null;
}

/** A statement whose text is only known while running, by the part that makes it so. */
export interface OpenStatement extends Place {
  readonly part: string;
}

export interface FoundStatements {
  readonly statements: readonly Statement[];
  readonly open: readonly OpenStatement[];
  /** Texts of statements that no call was found to run. */
  readonly unused: readonly OpenStatement[];
  /** How many calls run a statement. */
  readonly calls: number;
}

/** What runs a statement. */
const RUN = ['query', '$queryRawUnsafe', '$executeRawUnsafe', '$queryRaw', '$executeRaw'];
/** Beyond that, a text has so many forms that it counts as made while running. */
const MAX_FORMS = 500;
const STATEMENT = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|LOCK|TRUNCATE|MERGE INTO) /u;
/** A word that only a statement has. */
const CLAUSE = /\b(FROM|SET|VALUES|TABLE|SELECT \w+\()\b|^\s*(LOCK|TRUNCATE) /u;

interface Forms {
  readonly statements: readonly Statement[];
  readonly open: OpenStatement | null;
  readonly used: ReadonlySet<Node>;
}

/** All forms that the statement of a call may have. */
function formsOf(sources: Sources, call: CallExpression): Forms {
  const evaluator = new Evaluator(sources);
  const [text, values] = call.arguments;
  const place = placeOf(call);
  const [stated] = call.typeArguments ?? [];
  const columns = stated === undefined ? null : statedColumns(sources.checker, stated);
  const found = new Map<string, Statement>();
  if (text === undefined) return { statements: [], open: { ...place, part: excerptOf(call) }, used: evaluator.used };
  for (let count = 0, more = true; more; more = evaluator.choices.advance(), count += 1) {
    const form = evaluator.textOf(text, new Map());
    if (form instanceof Unknown || count > MAX_FORMS) {
      const part = excerptOf(form instanceof Unknown ? form.node : call);
      return { statements: [], open: { ...place, part }, used: evaluator.used };
    }
    const list = values === undefined ? [] : evaluator.evaluate(values, new Map());
    const valueCount = isList(list) ? list.length : null;
    found.set(`${valueCount} ${form}`, { ...place, text: form, valueCount, columns });
  }
  return { statements: [...found.values()], open: null, used: evaluator.used };
}

/** Literals that begin as a statement does, and are part of none that a call runs. */
function unusedTexts(sources: Sources, used: ReadonlySet<Node>): OpenStatement[] {
  const unused: OpenStatement[] = [];
  for (const file of sources.files)
    walk(file, (node) => {
      const isText = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateExpression(node);
      if (!isText || used.has(node)) return;
      const text = codeIn(node).slice(1);
      if (STATEMENT.test(text) && CLAUSE.test(text)) unused.push({ ...placeOf(node), part: excerptOf(node) });
    });
  return unused;
}

/**
 * The statements of a project.
 * @param config Path of a tsconfig.json, from the root folder.
 */
const findStatements = (config: string, isWanted: (path: string) => boolean): FoundStatements =>
  withSources(config, isWanted, (sources) => {
    const calls = RUN.flatMap((name) => sources.calls.get(name) ?? []);
    const forms = calls.map((call) => formsOf(sources, call));
    return {
      statements: forms.flatMap(({ statements }) => statements),
      open: forms.flatMap(({ open }) => open ?? []),
      unused: unusedTexts(sources, new Set(forms.flatMap(({ used }) => [...used]))),
      calls: calls.length,
    };
  });

/** Those of the server, not of the client that Prisma generates; with them, those of other files of its project. */
export const findServerStatements = (others: readonly string[] = []): FoundStatements =>
  findStatements(
    'tools/statements/tsconfig.json',
    (path) =>
      others.includes(path) || (path.startsWith('apps/server/src/') && !/\.test\.ts$|\/generated\//u.test(path)),
  );
