/** The server's code as the compiler sees it: its trees, the calls in it, and what a name stands for. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallExpression, Node } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Program, SymbolFlags } from 'typescript/unstable/sync';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Sources {
  readonly checker: Checker;
  /** Every call, by the name of what is called: `query` of `sql.query(…)`. */
  readonly calls: ReadonlyMap<string, readonly CallExpression[]>;
  /** The trees that statements are looked for in. */
  readonly files: readonly Node[];
  /** What declares the value of a name, in whichever module; null: nothing in these sources. */
  declarationOf(name: Node): Node | null;
  /** The text of a literal, or of a part of one. */
  textIn(literal: { readonly text: string }): string;
  /** The texts that the type of an expression allows; none where it allows any. */
  textsOfType(node: Node): readonly string[];
}

/** Remembers what `find` returns: the compiler is another process, and what it returns is decoded each time. */
function remember<Key extends object, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const known = new Map<Key, { readonly found: Found }>();
  return (key) => {
    const entry = known.get(key) ?? { found: find(key) };
    known.set(key, entry);
    return entry.found;
  };
}

/** Code without such a word neither makes nor runs a statement. */
const HAS_STATEMENT = /\bquery\b|\b[A-Z]{4}/u;

/** Where a node stands: the path from the root folder, the line, and what is declared there: a function, mostly. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** Texts of files by their path: the compiler makes a new one each time it is asked for. */
const codes = new Map<string, string>();

function codeOf(node: Node): string {
  const file = node.getSourceFile();
  const code = codes.get(file.fileName) ?? file.text;
  codes.set(file.fileName, code);
  return code;
}

/** The code of a node, on one line. */
export const codeIn = (node: Node): string => codeOf(node).slice(node.pos, node.end).trim().replace(/\s+/gu, ' ');

/** The same, cut off. */
export const excerptOf = (node: Node): string => codeIn(node).slice(0, 80);

export function placeOf(node: Node): Place {
  const code = codeOf(node).slice(0, node.end);
  const before = code.slice(0, node.pos + (/^\s*/u.exec(code.slice(node.pos))?.[0].length ?? 0));
  return {
    path: relative(ROOT, node.getSourceFile().fileName),
    line: before.split('\n').length,
    name: nameAround(node),
  };
}

/** The name of what a module declares, inside which a node is. */
function nameAround(node: Node): string {
  let name = '';
  for (let around: Node | undefined = node; around !== undefined; around = around.parent)
    if ((isFunctionDeclaration(around) || isVariableDeclaration(around)) && around.name !== undefined)
      name = isIdentifier(around.name) ? around.name.text : name;
  return name;
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
  });
}

/** The name by which something is called; `''` where it has none. */
export function calledName({ expression }: CallExpression): string {
  if (isIdentifier(expression)) return expression.text;
  return isPropertyAccessExpression(expression) ? expression.name.text : '';
}

function readCalls(files: readonly Node[]): ReadonlyMap<string, readonly CallExpression[]> {
  const calls: CallExpression[] = [];
  for (const file of files)
    walk(file, (node) => {
      if (isCallExpression(node)) calls.push(node);
    });
  return Map.groupBy(calls, calledName);
}

function declarationIn(checker: Checker, name: Node): Node | null {
  const symbol = isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  const isImported = symbol !== undefined && (symbol.flags & SymbolFlags.Alias) !== 0;
  return (isImported ? checker.getAliasedSymbol(symbol) : symbol)?.valueDeclaration?.resolve() ?? null;
}

function textsOfType(checker: Checker, node: Node): readonly string[] {
  const type = checker.getTypeAtLocation(node);
  const members = type?.isUnionType() === true ? type.getTypes() : type === undefined ? [] : [type];
  const texts = members.flatMap((one) => (one.isStringLiteralType() ? [one.value] : []));
  return texts.length === members.length ? texts : [];
}

/**
 * Work on the sources of one project.
 * @param config Path of a tsconfig.json, from the root folder.
 * @param isWanted Which of the project's files statements are looked for in, by their paths from the root folder.
 */
export function withSources<Result>(
  config: string,
  isWanted: (path: string) => boolean,
  work: (sources: Sources) => Result,
): Result {
  const api = new API({ cwd: ROOT });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, config)] }).getProjects();
    if (project === undefined) throw new Error(`the compiler does not find ${config}`);
    const { checker, program } = project;
    const files = readFiles(program, isWanted);
    return work({
      checker,
      files,
      calls: readCalls(files),
      declarationOf: remember((name) => declarationIn(checker, name)),
      textIn: remember(({ text }) => text),
      textsOfType: remember((node) => textsOfType(checker, node)),
    });
  } finally {
    api.close();
  }
}

const readFiles = (program: Program, isWanted: (path: string) => boolean): readonly Node[] =>
  program
    .getSourceFileNames()
    .filter((name) => isWanted(relative(ROOT, name)) && HAS_STATEMENT.test(readFileSync(name, 'utf8')))
    .flatMap((name) => program.getSourceFile(name) ?? []);
