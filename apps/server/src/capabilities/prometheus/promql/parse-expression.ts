/**
 * From text to an expression. The grammar is the one of Prometheus' own editor (@prometheus-io/lezer-promql); it accepts more than
 * is evaluated here.
 *
 * Input: PromQL. Output: a checked expression.
 * Throws a PromqlError: `bad_data` for what Prometheus refuses as well, `execution` for what it would evaluate.
 * To support another function or aggregation, add it to expression.ts and to what evaluates it.
 */
import type { SyntaxNode, TreeCursor } from '@lezer/common';
import type { Millis } from '@picket/domain/time';
import { parser } from '@prometheus-io/lezer-promql';
import type { Expression, RangeSelector } from './expression.ts';
import { parseDuration, parseNumber } from './literals.ts';
import { parseAggregate, parseFunction } from './parse-calls.ts';
import { parseOperators } from './parse-operators.ts';
import { parseSelector } from './parse-selector.ts';
import { PatternBudget } from './pattern-size.ts';
import { badExpression, notSupported, type PromqlError } from './promql-error.ts';
import { childrenOf, required, type Source, textOf } from './syntax-tree.ts';

/** Characters. */
const MAX_EXPRESSION = 8192;
/** Every level is a call on the stack, and holds its values while the next one is evaluated. */
const MAX_DEPTH = 100;

/** Constructs that are parsed and not evaluated, as a message calls them. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  SubqueryExpr: 'a subquery',
  StepInvariantExpr: 'the modifier @',
  AnchoredExpr: 'the modifier anchored',
  SmoothedExpr: 'the modifier smoothed',
  StringLiteral: 'a string as an expression',
};

export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION) throw badExpression(`an expression has at most ${MAX_EXPRESSION} characters`);
  if (text.trim() === '') throw badExpression('no expression found in input');
  const tree = parser.parse(text);
  const problem = firstProblem(tree.cursor());
  if (problem !== null)
    throw badExpression(`parse error at char ${problem + 1}: unexpected ${nextWord(text, problem)}`);
  const [root] = childrenOf(tree.topNode);
  if (root === undefined) throw badExpression('no expression found in input');
  return parseNode({ text, depth: 0, patterns: new PatternBudget() }, root);
}

const tooDeep = (): PromqlError => badExpression(`an expression is nested at most ${MAX_DEPTH} deep`);

/** Where the text is not as the grammar expects; null: nowhere. Without a call for each level, which a text may have thousands of. */
function firstProblem(cursor: TreeCursor): number | null {
  let depth = 0;
  for (;;) {
    if (cursor.type.isError) return cursor.from;
    if (cursor.firstChild()) {
      // Parentheses and the expression in them are a level each.
      if (++depth > 2 * MAX_DEPTH) throw tooDeep();
      continue;
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return null;
      depth -= 1;
    }
  }
}

const nextWord = (text: string, from: number): string => {
  const [word] = /\S+/u.exec(text.slice(from, from + 40)) ?? [];
  return word === undefined ? 'end of input' : JSON.stringify(word);
};

function parseNode(above: Source, node: SyntaxNode): Expression {
  const source = { ...above, depth: above.depth + 1 };
  if (source.depth > MAX_DEPTH) throw tooDeep();
  return parseOperators(source, node, (operand, offset) => parseOperand(source, operand, offset));
}

function parseOperand(source: Source, node: SyntaxNode, offset: SyntaxNode | null): Expression {
  const inner = (child: SyntaxNode): Expression => parseNode(source, child);
  if (node.name === 'VectorSelector')
    return {
      type: 'selector',
      selector: { matchers: parseSelector(source, node), offset: parseOffset(source, offset) },
    };
  if (node.name === 'MatrixSelector')
    return { type: 'range', selector: { ...parseRange(source, node), offset: parseOffset(source, offset) } };
  if (offset !== null)
    throw badExpression('offset modifier must be preceded by an instant vector selector or range vector selector');
  switch (node.name) {
    case 'NumberDurationLiteral':
      return parseLiteral(textOf(source, node));
    case 'ParenExpr':
      return inner(required(childrenOf(node)[0]));
    case 'FunctionCall':
      return parseFunction(source, node, inner);
    case 'AggregateExpr':
      return parseAggregate(source, node, inner);
    default:
      throw notSupported(UNSUPPORTED[node.name] ?? textOf(source, node));
  }
}

/** The sign of a number is part of it. */
function parseLiteral(text: string): Expression {
  const [, sign = '', unsigned = ''] = /^([+-]?)\s*(.*)$/su.exec(text) ?? [];
  const value = parseNumber(unsigned);
  if (value === null) throw badExpression(`bad number or duration syntax: ${JSON.stringify(text)}`);
  return { type: 'number', value: sign === '-' ? -value : value };
}

function parseRange(source: Source, node: SyntaxNode): RangeSelector {
  const [of, duration] = childrenOf(node);
  if (of?.name !== 'VectorSelector') throw badExpression('ranges are only allowed for vector selectors');
  const range = parseDurationNode(source, required(duration));
  if (range <= 0) throw badExpression('duration must be greater than 0');
  return { matchers: parseSelector(source, of), offset: 0, range };
}

function parseDurationNode(source: Source, node: SyntaxNode): Millis {
  const text = textOf(source, node);
  const literals = node.name === 'NumberDurationLiteralInDurationContext' ? [node] : childrenOf(node);
  const [only] = literals;
  if (literals.length !== 1 || only?.name !== 'NumberDurationLiteralInDurationContext')
    throw notSupported(`the computed duration ${text}`);
  const duration = parseDuration(textOf(source, only));
  if (duration === null) throw badExpression(`bad duration syntax: ${JSON.stringify(text)}`);
  return duration;
}

/** `5m` or `-5m`; null: none. */
function parseOffset(source: Source, node: SyntaxNode | null): Millis {
  if (node === null) return 0;
  const [sign, ...rest] = childrenOf(node);
  if (sign?.name !== 'UnaryOp') return parseDurationNode(source, node);
  const duration = parseDurationNode(source, required(rest[0]));
  return textOf(source, sign) === '-' ? -duration : duration;
}
