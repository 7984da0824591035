/**
 * Finds words the glossary rules out.
 *
 * Input: the vocabulary and the text of a file.
 * Output: findings, each with its place, the word and what to use instead.
 * Invariant: the functions read nothing by themselves, apart from `findInRepository`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Finding, findInPieces, type Piece } from './findings.ts';
import type { Scope, Vocabulary } from './glossary.ts';
import { findInJson, findInMarkup, findInScript, findInStyleSheet, findInYaml } from './plain-files.ts';
import { childrenOf, fieldOf, isIdentifier, isNode, type Node, parseModule } from './syntax.ts';

export function findInPath(vocabulary: Vocabulary, path: string): Finding[] {
  return findInPieces(vocabulary, path, '', [{ scope: 'files', text: path, offset: 0 }]);
}

/** Names of models, enums and fields, as Prisma and as the database call them, and the comments. */
export function findInSchema(vocabulary: Vocabulary, path: string, schema: string): Finding[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const line of schema.split('\n')) {
    const [code = '', comment] = line.split(/\/\/+(.*)/u);
    const declared = /^\s*(?:(?:model|enum) )?(\w+)/u.exec(code)?.[1];
    const mapped = [...code.matchAll(/@map\("([^"]+)"\)/gu)].map(([, name = '']) => name);
    for (const name of [declared ?? '', ...mapped]) pieces.push({ scope: 'columns', text: name, offset });
    if (comment !== undefined) pieces.push({ scope: 'comments', text: comment, offset });
    offset += line.length + 1;
  }
  return findInPieces(vocabulary, path, schema, pieces);
}

/** Prose of a document, and the names it cites as code. The glossary's own section on words is left out. */
export function findInDocument(vocabulary: Vocabulary, path: string, markdown: string): Finding[] {
  const pieces: Piece[] = [];
  let offset = 0;
  let fenced = false;
  let skipped = false;
  for (const line of markdown.split('\n')) {
    if (line.trimStart().startsWith('```')) fenced = !fenced;
    if (line.startsWith('## ')) skipped = line === '## Words not to use';
    if (fenced) pieces.push({ scope: 'names', text: line, offset });
    else if (!skipped) {
      for (const [, code = ''] of line.matchAll(/`([^`]+)`/gu)) pieces.push({ scope: 'names', text: code, offset });
      // Paths and addresses of links are no prose; their targets are checked as files.
      const prose = line.replace(/`[^`]*`/gu, ' . ').replace(/\]\([^)]*\)/gu, ']');
      pieces.push({ scope: 'docs', text: prose, offset });
    }
    offset += line.length + 1;
  }
  return findInPieces(vocabulary, path, markdown, pieces);
}

/** The nodes that name what a node declares. */
function declaredBy(node: Node): Node[] {
  const field = (name: string): Node[] => fieldOf(node, name);
  switch (node.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSEnumMember':
      return field('id');
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [...field('id'), ...field('params')];
    case 'ArrowFunctionExpression':
    case 'TSFunctionType':
      return field('params');
    case 'TSMethodSignature':
      return [...field('key'), ...field('params')];
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'TSPropertySignature':
      return field('key');
    case 'Property':
      return node.shorthand === true ? [] : field('key');
    case 'TSParameterProperty':
      return field('parameter');
    case 'ObjectPattern':
      return childrenOf(node).flatMap((property) =>
        property.type === 'Property' && isNode(property.value) ? [property.value] : [property],
      );
    case 'ArrayPattern':
      return field('elements');
    case 'AssignmentPattern':
      return field('left');
    case 'RestElement':
    case 'CatchClause':
      return [...field('argument'), ...field('param')];
    case 'TSTypeParameter':
      return field('name');
    case 'ImportSpecifier':
      return (node.imported as Node).name === (node.local as Node).name ? [] : field('local');
    default:
      return [];
  }
}

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER|CREATE|WHERE|JOIN|ORDER BY|VALUES|RETURNING)\b/u;
const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
/** Attributes whose value nobody reads on the screen. */
const SILENT_ATTRIBUTES = new Set(['className', 'd', 'style', 'viewBox', 'rel', 'autoComplete', 'allow']);
const TEST_CALLS = new Set(['describe', 'test', 'it']);

/** `log.warn`, `test`, `test.each` -> the names, outermost last. */
function calleeNames(node: Node): string[] {
  if (isIdentifier(node)) return [String(node.name)];
  if (node.type === 'CallExpression' && isNode(node.callee)) return calleeNames(node.callee);
  if (node.type !== 'MemberExpression') return [];
  return [node.object, node.property].filter(isNode).flatMap(calleeNames);
}

/** What the strings among a call's arguments are, where the call says it. */
function scopeOfArguments(call: Node): Scope | undefined {
  const names = isNode(call.callee) ? calleeNames(call.callee) : [];
  if (TEST_CALLS.has(names[0] ?? '')) return 'comments';
  const method = names.at(-1) ?? '';
  return LOG_METHODS.has(method) && names.some((name) => /^(log|logger)$/iu.test(name)) ? 'logs' : undefined;
}

interface Surroundings {
  readonly isTest: boolean;
  /** What a string here is, where something around it says so. */
  readonly strings: Scope | undefined;
}

/** Addresses are no names, and plain words in tests are what somebody typed. */
const isName = (text: string, isTest: boolean): boolean =>
  !text.includes('@') && (!isTest || /^[A-Z][A-Z_]+$|[./_]/u.test(text));

function stringPieces(text: string, offset: number, { isTest, strings }: Surroundings): Piece[] {
  if (!/\p{L}/u.test(text)) return [];
  if (strings !== undefined) return [{ scope: strings, text, offset }];
  const isText = /\s/u.test(text.trim()) || /^[A-Z][a-z]+$/u.test(text);
  if (!isText) return isName(text, isTest) ? [{ scope: 'names', text, offset }] : [];
  return isTest || SQL.test(text) ? [] : [{ scope: 'texts', text, offset }];
}

function functionName(node: Node): Piece[] {
  const [name, value] =
    node.type === 'VariableDeclarator' ? [node.id, node.init] : [node.id ?? node.key, node.value ?? node];
  const isFunction = isNode(value) && /Function(Declaration|Expression)$/u.test(value.type);
  return isFunction && isNode(name) && isIdentifier(name)
    ? [{ scope: 'identifiers', text: String(name.name), offset: name.start, isFunction: true }]
    : [];
}

function collectPieces(node: Node, around: Surroundings, pieces: Piece[]): void {
  if (/^(Import|Export(Named|All))/u.test(node.type) && isNode(node.source)) {
    for (const child of childrenOf(node)) if (child !== node.source) collectPieces(child, around, pieces);
    return;
  }
  const named = functionName(node);
  pieces.push(...named);
  for (const name of declaredBy(node))
    if (isIdentifier(name) && !named.some(({ offset }) => offset === name.start))
      pieces.push({ scope: 'identifiers', text: String(name.name), offset: name.start });
  if (node.type === 'JSXText')
    pieces.push(...stringPieces(String(node.value), node.start, { ...around, strings: 'texts' }));
  if (node.type === 'Literal' && typeof node.value === 'string')
    pieces.push(...stringPieces(node.value, node.start, around));
  if (node.type === 'TemplateLiteral') {
    const quasis = childrenOf(node).filter(({ type }) => type === 'TemplateElement');
    const whole = quasis.map((quasi) => String((quasi.value as { raw: string }).raw)).join('{}');
    pieces.push(...stringPieces(whole, node.start, around));
  }
  for (const child of childrenOf(node)) collectPieces(child, surroundingsOf(node, child, around), pieces);
}

function surroundingsOf(node: Node, child: Node, around: Surroundings): Surroundings {
  if (node.type === 'JSXAttribute') {
    const silent = isNode(node.name) && SILENT_ATTRIBUTES.has(String(node.name.name));
    const spoken = child.type === 'Literal' && /[\sA-Z]/u.test(String(child.value));
    return { ...around, strings: silent ? 'names' : spoken ? 'texts' : undefined };
  }
  if (node.type === 'CallExpression' && child !== node.callee) {
    const scope = scopeOfArguments(node);
    const isPlain = child.type === 'Literal' || child.type === 'TemplateLiteral';
    return { ...around, strings: isPlain ? (scope ?? around.strings) : undefined };
  }
  const keeps = ['ConditionalExpression', 'BinaryExpression', 'LogicalExpression', 'TemplateLiteral'].includes(
    node.type,
  );
  return keeps ? around : { ...around, strings: undefined };
}

/** Declared identifiers, texts, names, log messages, comments and names of tests of a module. */
export function findInModule(vocabulary: Vocabulary, path: string, code: string): Finding[] {
  const { program, comments } = parseModule(path, code);
  const isTest = /(^|\/)(tests|test)\/|\.test\.tsx?$/u.test(path);
  const pieces: Piece[] = comments.map(({ value, start }) => ({ scope: 'comments', text: value, offset: start }));
  collectPieces(program, { isTest, strings: undefined }, pieces);
  return findInPieces(vocabulary, path, code, pieces);
}

/** What finds the words in the content of a file, by its name. */
const FINDERS: readonly (readonly [name: RegExp, find: typeof findInModule])[] = [
  [/\.(ts|tsx|mts|mjs|js|cjs)$/u, findInModule],
  [/\.prisma$/u, findInSchema],
  [/\.md$/u, findInDocument],
  [/\.css$/u, findInStyleSheet],
  [/\.(html|svg)$/u, findInMarkup],
  [/\.(json|jsonc|webmanifest)$/u, findInJson],
  [/\.(yml|yaml)$/u, findInYaml],
  [/\.(sh|cfg|conf|service|toml)$|^(Dockerfile|Caddyfile|run)$|^\.(git|docker)ignore$|^\.editorconfig$/u, findInScript],
];

/** Every finding in the files under version control, generated and released ones (migrations, decision records) left out. */
export function findInRepository(root: string, vocabulary: Vocabulary, prefix = ''): Finding[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).split('\n');
  const checked = paths.filter(
    (path) =>
      path.startsWith(prefix) &&
      !/^((prisma\/migrations|docs\/decisions|docs\/screenshots)\/|pnpm-lock\.yaml$)/u.test(path) &&
      // Texts in other languages than English.
      !/\/locales\/(?!en\/)[a-z]+\//u.test(path) &&
      existsSync(join(root, path)),
  );
  return checked.flatMap((path) => {
    const find = FINDERS.find(([name]) => name.test(basename(path)))?.[1];
    const inContent = find === undefined ? [] : find(vocabulary, path, readFileSync(join(root, path), 'utf8'));
    return [...findInPath(vocabulary, path), ...inContent];
  });
}
