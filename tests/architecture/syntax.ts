/** Syntax trees of the modules, as plain nodes to walk through. */
import { parseSync } from 'oxc-parser';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Comment {
  readonly value: string;
  readonly start: number;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const isIdentifier = ({ type }: Node): boolean => type === 'Identifier' || type === 'PrivateIdentifier';

/** In the order of the fields. Asked for every node of every file, by many rules: a loop, as it is the fastest. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/** The nodes in one field: none, one or a list. */
export const fieldOf = (node: Node, name: string): Node[] =>
  childrenOf({ type: '', start: 0, end: 0, only: node[name] });

export interface Module {
  readonly program: Node;
  readonly comments: readonly Comment[];
}

/** A file is looked at by many rules, one after the other. */
const parsed = new Map<string, { readonly code: string; readonly module: Module }>();

/** @throws Error where the text is no module. */
export function parseModule(path: string, code: string): Module {
  const known = parsed.get(path);
  if (known?.code === code) return known.module;
  const { program, comments, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  // The parser's own types are a union of some two hundred; every member has these fields.
  const module = { program: program as unknown as Node, comments };
  parsed.set(path, { code, module });
  return module;
}

/** Visits a node and all below it, each with what is around it, nearest first. */
export function walk(node: Node, visit: (node: Node, around: readonly Node[]) => void, around: readonly Node[] = []) {
  visit(node, around);
  const children = childrenOf(node);
  if (children.length === 0) return;
  const outside = [node, ...around];
  for (const child of children) walk(child, visit, outside);
}

/** The name of an identifier; `''` of anything else. */
export const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');

/** The name of a type, of what `Pick` and `Omit` leave of one as well; `''` where it has none. */
function nameOfType(type: Node | undefined): string {
  if (type?.type !== 'TSTypeReference') return '';
  const [name] = fieldOf(type, 'typeName');
  const own = name?.type === 'TSQualifiedName' ? nameOf(name.right) : nameOf(name);
  const [given] = fieldOf(type, 'typeArguments').flatMap((node) => fieldOf(node, 'params'));
  return /^(Pick|Omit)$/u.test(own) ? nameOfType(given) : own;
}

/** The name of the type a binding is annotated with, `''` where it has none. */
export function typeNameOf(binding: Node): string {
  const [annotation] = fieldOf(binding, 'typeAnnotation');
  return annotation === undefined ? '' : nameOfType(fieldOf(annotation, 'typeAnnotation')[0]);
}
