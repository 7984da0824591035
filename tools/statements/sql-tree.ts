/** Small readers of the trees that Postgres' own parser makes of statements. */
import { loadModule, type Node, parseSync } from 'libpg-query';

await loadModule();

/** The statements of a text. Throws where it is none of Postgres'. */
export const parseSql = (text: string): readonly Node[] =>
  (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);

/** The statements of a text, one by one. */
export function splitSql(text: string): readonly string[] {
  // Places are counted in bytes.
  const bytes = Buffer.from(text);
  return (parseSync(text).stmts ?? []).map(({ stmt_location: start = 0, stmt_len: length }) =>
    bytes.subarray(start, length === undefined ? undefined : start + length).toString(),
  );
}

export const textsOf = (nodes: readonly Node[] | undefined): readonly string[] =>
  (nodes ?? []).flatMap((node) => ('String' in node ? (node.String.sval ?? '') : []));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A node is an object with one field, whose name is its kind. */
const isNode = (value: unknown): value is Node =>
  isObject(value) && Object.keys(value).length === 1 && /^[A-Z]/u.test(Object.keys(value)[0] ?? '');

/** The nodes directly below one, in the order of its fields. */
function childrenOf(node: object): readonly Node[] {
  const found: Node[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) collect(one);
    else if (isNode(value)) found.push(value);
    else if (isObject(value)) for (const one of Object.values(value)) collect(one);
  };
  for (const body of Object.values(node)) if (isObject(body)) for (const value of Object.values(body)) collect(value);
  return found;
}

/** Visits a node and all below it; not what is below one for which `visit` returns false. */
export function walkSql(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const child of childrenOf(node)) walkSql(child, visit);
}

/** A value without its casts. */
export function withoutCast(node: Node): Node {
  if ('TypeCast' in node && node.TypeCast.arg !== undefined) return withoutCast(node.TypeCast.arg);
  return node;
}

/** What holds whenever a condition does: the parts of `AND`. */
export function partsOf(condition: Node | undefined): readonly Node[] {
  if (condition === undefined) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(partsOf);
  return [condition];
}
