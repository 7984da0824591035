/**
 * Where the value of an entity stands in a message, and what is done to it: the part of Home Assistant's templates that devices
 * use. A template is parsed once, when it is announced, and never evaluated: what the grammar does not know is no rule.
 *
 *   template = "{{" term "}}"                term   = value filter* (op number)? | "(" value filter* (op number)? ")" filter*
 *   value    = "value" | "value_json" step*  filter = "|" (is_defined | float | int | round(n) | default(x))
 *   step     = ".key" | "['key']" | "[0]"    op     = "*" | "/" | "+"
 */
import { textProblem } from '@picket/domain/text';
import { isJsonObject, ownOf, parseJsonFromOutside } from './plain-json.ts';

export type PathStep = string | number;
export type ValueOperation =
  | { readonly kind: 'float' | 'int' }
  | { readonly kind: 'round'; readonly decimals: number }
  | { readonly kind: 'times' | 'over' | 'plus'; readonly operand: number };

export interface ValueRule {
  /** null: the message as a whole, as text. */
  readonly path: readonly PathStep[] | null;
  readonly operations: readonly ValueOperation[];
}

/** The rule of an entity that announces no template. */
export const WHOLE_MESSAGE: ValueRule = { path: null, operations: [] };

const MAX_TEMPLATE = 300;
const MAX_STEPS = 10;
export const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const KEY = /^\s*\.\s*([A-Za-z_]\w*)/u;
const QUOTED_KEY = /^\s*\[\s*(?:"([^"\\]{1,120})"|'([^'\\]{1,120})')\s*\]/u;
const ARRAY_INDEX = /^\s*\[\s*(\d{1,4})\s*\]/u;
const FILTER = /^\s*\|\s*([a-z_]+)\s*(?:\(([^()]{0,40})\))?/u;
const OPERATION = /^\s*([*/+])\s*(\d{1,12}(?:\.\d{1,12})?)(?![\w.])/u;

/** The rest of a template that is being parsed. */
class Cursor {
  rest: string;
  constructor(text: string) {
    this.rest = text;
  }
  /** Takes what matches at the beginning, or nothing. */
  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.rest);
    if (match !== null) this.rest = this.rest.slice(match[0].length);
    return match;
  }
}

/** The rule that a template stands for; null: it is a program. */
export function parseValueRule(template: string): ValueRule | null {
  // A key that cannot be stored names nothing.
  if (template.length > MAX_TEMPLATE || textProblem(template, 'lines') !== null) return null;
  const inside = /^\s*\{\{-?([^{}%]*?)-?\}\}\s*$/u.exec(template)?.[1];
  if (inside === undefined) return null;
  const cursor = new Cursor(inside);
  const isGrouped = cursor.take(/^\s*\(/u) !== null;
  const term = parseTerm(cursor);
  if (term === null) return null;
  const operations = [...term.operations];
  if (isGrouped) {
    if (cursor.take(/^\s*\)/u) === null) return null;
    const outer = parseOperations(cursor);
    if (outer === null) return null;
    operations.push(...outer);
  }
  return cursor.rest.trim() === '' && operations.length <= MAX_STEPS ? { path: term.path, operations } : null;
}

function parseTerm(cursor: Cursor): ValueRule | null {
  const name = cursor.take(/^\s*(value_json|value)(?!\w)/u)?.[1];
  if (name === undefined) return null;
  const path = name === 'value' ? null : parsePath(cursor);
  if (path?.some((step) => typeof step === 'string' && REFUSED_KEYS.has(step)) === true) return null;
  if (path !== null && path.length > MAX_STEPS) return null;
  const operations = parseOperations(cursor);
  return operations === null ? null : { path, operations };
}

function parsePath(cursor: Cursor): readonly PathStep[] {
  const path: PathStep[] = [];
  for (;;) {
    const key = cursor.take(KEY) ?? cursor.take(QUOTED_KEY);
    const step = key?.[1] ?? key?.[2];
    if (step !== undefined) {
      path.push(step);
      continue;
    }
    const index = cursor.take(ARRAY_INDEX)?.[1];
    if (index === undefined) return path;
    path.push(Number(index));
  }
}

/** Filters, then at most one calculation; null: a filter that changes the value in another way. */
function parseOperations(cursor: Cursor): readonly ValueOperation[] | null {
  const operations: ValueOperation[] = [];
  for (let match = cursor.take(FILTER); match !== null; match = cursor.take(FILTER)) {
    const [, name, argument] = match;
    const isPlain = argument === undefined;
    if ((name === 'float' || name === 'int') && isPlain) operations.push({ kind: name });
    else if (name === 'round') {
      if (!/^\s*\d?\s*$/u.test(argument ?? '')) return null;
      operations.push({ kind: 'round', decimals: Number(argument ?? 0) });
    } else if (!(name === 'is_defined' && isPlain) && !(name === 'default' && !isPlain)) return null;
    // A default stands for what was not measured: it is no reading.
  }
  const calculation = cursor.take(OPERATION);
  if (calculation === null) return operations;
  const kind = calculation[1] === '*' ? 'times' : calculation[1] === '/' ? 'over' : 'plus';
  return [...operations, { kind, operand: Number(calculation[2]) }];
}

/** What a message says at the place of the rule; undefined: nothing. */
export function valueAt({ path }: ValueRule, message: DecodedMessage): unknown {
  if (path === null) return message.text;
  let value = message.json();
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isJsonObject(value) ? ownOf(value, step) : undefined;
  }
  return value;
}

/** The number after the operations of the rule; they leave texts that are no numbers to the reader of the state. */
export function calculate({ operations }: ValueRule, value: number): number {
  return operations.reduce(applyOperation, value);
}

function applyOperation(value: number, operation: ValueOperation): number {
  switch (operation.kind) {
    case 'float':
      return value;
    case 'int':
      return Math.trunc(value);
    case 'round':
      return Number(value.toFixed(operation.decimals));
    case 'times':
      return value * operation.operand;
    case 'over':
      return value / operation.operand;
    case 'plus':
      return value + operation.operand;
  }
}

/** A message whose JSON is parsed once, at the first question. */
export class DecodedMessage {
  readonly text: string;
  #json: { readonly value: unknown } | null = null;
  constructor(text: string) {
    this.text = text;
  }
  /** A message that a reader made itself, without its text. */
  static ofJson(value: unknown): DecodedMessage {
    const message = new DecodedMessage('');
    message.#json = { value };
    return message;
  }
  json(): unknown {
    this.#json ??= { value: parseJsonFromOutside(this.text) };
    return this.#json.value;
  }
}
