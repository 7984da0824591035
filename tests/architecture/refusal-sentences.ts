/**
 * The English sentences that a refusal can carry, as the code says them. A sentence with values is a `phrase`: what is put together in
 * another way has no translation, so it is an offense.
 */
import { isCode, isTest, type SourceFile } from './repository.ts';
import { childrenOf, fieldOf, type Node, nameOf, parseModule, walk } from './syntax.ts';

export interface RefusalSentences {
  /** Sentence -> where it stands. */
  readonly found: ReadonlyMap<string, string>;
  /** Where a sentence is computed, and no phrase. */
  readonly computed: readonly string[];
}

const CODE = /^(packages\/(domain|contracts)|apps\/server)\/src\//u;
/**
 * Of devices, operators and programs with an API token, who get English: reports, messages to webhooks, uploads, the settings of the environment, backups,
 * PromQL; and what is generated, and the descriptions of the API.
 */
const NOT_READ =
  /\/(generated|document|locales|platform\/(config|backup|db|clock)|capabilities\/(ingest|prometheus|clips\/uploads|alerts\/external))\/|\/(upload-bodies|errors|prometheus|hooks|hook-messages|receive-hook)\.ts$/u;

const carriesRefusals = (file: SourceFile): boolean =>
  CODE.test(file.path) && !NOT_READ.test(file.path) && isCode(file) && !isTest(file);

/** Functions that pass a sentence on, and which of their arguments it is. */
const CARRIERS: Readonly<Record<string, number>> = {
  invalid: 1,
  rateLimited: 0,
  readStream: 2,
  assertNotLastAdmin: 2,
  rejectDuplicateEmail: 2,
};
/** Checks of a schema, whose second argument is what is said where they fail. */
const CHECKS = /^(regex|refine|MultilineText)$/u;
/** The same, and where they have no translation the limit says it (packages/contracts/src/issue-sentences.ts). */
const LIMITS = /^(min|max|length)$/u;
/** Constants that hold sentences, and functions that return one. */
const CONSTANT =
  /^[A-Z][A-Z_]*_(MESSAGES?|TEMPLATES)$|^(ATTRIBUTE_KEY_EMPTY|FEEDBACK_TOO_LONG|LAST_ADMINISTRATOR|EDITED_SINCE)$/u;
const FINDER = /Problem$|^parseHostAndPort$/u;

const isCall = ({ type }: Node): boolean => type === 'CallExpression' || type === 'NewExpression';
const calleeOf = (node: Node): string => {
  const [callee] = fieldOf(node, 'callee');
  return callee?.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
};
const propertyOf = (node: Node | undefined, ...names: readonly string[]): Node | undefined =>
  (node?.type === 'ObjectExpression' ? fieldOf(node, 'properties') : [])
    .filter(({ type, key }) => type === 'Property' && names.includes(nameOf(key)))
    .flatMap((property) => fieldOf(property, 'value'))[0];

/** The expressions that one may evaluate to. */
const outcomesOf = (node: Node): Node[] => {
  if (node.type === 'ConditionalExpression')
    return [...fieldOf(node, 'consequent'), ...fieldOf(node, 'alternate')].flatMap(outcomesOf);
  if (node.type === 'LogicalExpression')
    return [...fieldOf(node, 'left'), ...fieldOf(node, 'right')].flatMap(outcomesOf);
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression')
    return fieldOf(node, 'expression').flatMap(outcomesOf);
  if (node.type === 'ArrowFunctionExpression') return fieldOf(node, 'body').flatMap(outcomesOf);
  if (node.type === 'ObjectExpression')
    return fieldOf(node, 'properties').flatMap((property) => fieldOf(property, 'value').flatMap(outcomesOf));
  return [node];
};

/** What is returned by a function itself, not by one inside it. */
function returnsOf(node: Node): Node[] {
  if (node.type === 'ReturnStatement') return fieldOf(node, 'argument').flatMap(outcomesOf);
  const isInner = /Function/u.test(node.type);
  return isInner ? [] : childrenOf(node).flatMap(returnsOf);
}

/** The expressions under a node that are said as sentences. */
function sentencesAt(node: Node, isSchema: boolean): Node[] {
  if (isCall(node)) {
    const [name, given] = [calleeOf(node), fieldOf(node, 'arguments')];
    if (name === 'phrase') return given.slice(0, 1);
    if (name === 'AppError') return [propertyOf(given[1], 'message')].filter((one) => one !== undefined);
    const place = CARRIERS[name];
    if (place !== undefined) return given.slice(place, place + 1);
    if (isSchema && LIMITS.test(name)) return given.slice(1, 2).filter(({ type }) => type === 'Literal');
    if (isSchema && CHECKS.test(name)) return given.slice(1, 2).filter(({ type }) => type !== 'ObjectExpression');
  }
  if (node.type === 'ObjectExpression') {
    const isField = propertyOf(node, 'name', 'field') !== undefined;
    const values = [
      isField || isSchema ? propertyOf(node, 'message') : undefined,
      isSchema ? propertyOf(node, 'error') : undefined,
    ];
    return values.filter((one) => one !== undefined);
  }
  if (node.type === 'VariableDeclarator' && CONSTANT.test(nameOf(node.id))) return fieldOf(node, 'init');
  if (node.type === 'AssignmentPattern' && nameOf(node.left) === 'problem') return fieldOf(node, 'right');
  if (node.type === 'FunctionDeclaration' && FINDER.test(nameOf(node.id)))
    return fieldOf(node, 'body').flatMap(childrenOf).flatMap(returnsOf);
  return [];
}

/** What passes on a sentence that stands elsewhere, where it is found. */
const PASSED_ON = /^(message|problem|sentence|entry|failureMessage)$/u;

/** Whether an expression may be a sentence that is found nowhere. */
function isUnknown(node: Node): boolean {
  if (node.type === 'Identifier')
    return !PASSED_ON.test(nameOf(node)) && !CONSTANT.test(nameOf(node)) && nameOf(node) !== 'undefined';
  if (node.type === 'MemberExpression')
    return !PASSED_ON.test(nameOf(node.property)) && !CONSTANT.test(nameOf(node.object));
  return node.type === 'CallExpression' && calleeOf(node) !== 'phrase' && !FINDER.test(calleeOf(node));
}

/** A sentence, not a number, a unit or a code. */
const isSentence = (text: string): boolean => /\p{L} \p{L}/u.test(text) || /^(is|has) /u.test(text);

function collect({ path, text }: SourceFile, found: Map<string, string>, computed: string[]): void {
  walk(parseModule(path, text).program, (around) => {
    for (const node of sentencesAt(around, path.startsWith('packages/contracts/')).flatMap(outcomesOf)) {
      const source = text.slice(node.start, node.end);
      if (node.type === 'Literal' && typeof node.value === 'string') {
        if (isSentence(node.value)) found.set(node.value, path);
      } else if ((node.type === 'TemplateLiteral' && isSentence(source)) || (isCall(around) && isUnknown(node)))
        computed.push(`${path}: ${source}`);
    }
  });
}

export function refusalSentences(files: readonly SourceFile[]): RefusalSentences {
  const [found, computed] = [new Map<string, string>(), [] as string[]];
  for (const file of files.filter(carriesRefusals)) collect(file, found, computed);
  return { found, computed };
}
