/** An expression of PromQL, as far as it is supported: parsed, checked, and not evaluated yet. */
import type { Millis } from '@picket/domain/time';
import type { Matcher } from './matchers.ts';

export const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'count'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export const RANGE_FUNCTIONS = [
  'avg_over_time',
  'min_over_time',
  'max_over_time',
  'sum_over_time',
  'count_over_time',
  'last_over_time',
  'rate',
] as const;
export type RangeFunction = (typeof RANGE_FUNCTIONS)[number];

export const ARITHMETIC = ['+', '-', '*', '/', '%'] as const;
export const COMPARISONS = ['==', '!=', '>', '<', '>=', '<='] as const;
export type BinaryOperator = (typeof ARITHMETIC)[number] | (typeof COMPARISONS)[number];

export interface Selector {
  readonly matchers: readonly Matcher[];
  /** How far the selector looks back; negative: ahead. */
  readonly offset: Millis;
}

export interface RangeSelector extends Selector {
  readonly range: Millis;
}

export interface BinaryExpression {
  readonly type: 'binary';
  readonly operator: BinaryOperator;
  /** A comparison that returns 1 or 0 instead of filtering. */
  readonly isBool: boolean;
  readonly left: Expression;
  readonly right: Expression;
}

export interface AggregateExpression {
  readonly type: 'aggregate';
  readonly aggregation: Aggregation;
  readonly grouping: 'by' | 'without';
  readonly labels: readonly string[];
  readonly of: Expression;
}

export interface FunctionExpression {
  readonly type: 'function';
  readonly name: RangeFunction;
  readonly of: RangeSelector;
}

export type Expression =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'selector'; readonly selector: Selector }
  | { readonly type: 'range'; readonly selector: RangeSelector }
  | FunctionExpression
  | AggregateExpression
  | { readonly type: 'negate'; readonly of: Expression }
  | BinaryExpression;

export type ValueType = 'scalar' | 'vector' | 'matrix';

/** What an expression evaluates to. */
export function valueTypeOf(expression: Expression): ValueType {
  switch (expression.type) {
    case 'number':
      return 'scalar';
    case 'range':
      return 'matrix';
    case 'negate':
      return valueTypeOf(expression.of);
    case 'binary':
      return valueTypeOf(expression.left) === 'vector' ? 'vector' : valueTypeOf(expression.right);
    default:
      return 'vector';
  }
}

/** The names of value types in messages, as Prometheus words them. */
export const VALUE_TYPE_NAMES: Readonly<Record<ValueType, string>> = {
  scalar: 'scalar',
  vector: 'instant vector',
  matrix: 'range vector',
};

export const isComparison = (operator: BinaryOperator): boolean => COMPARISONS.some((one) => one === operator);
