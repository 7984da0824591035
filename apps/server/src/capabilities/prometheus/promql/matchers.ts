/**
 * Label matchers. Regular expressions are RE2 (re2js): matching takes time linear in pattern and text, so no pattern of a caller
 * can occupy the process. They are anchored at both ends, as in Prometheus.
 */
import { RE2JS, RE2JSException } from 're2js';
import { PatternBudget } from './pattern-size.ts';
import { badExpression } from './promql-error.ts';
import type { Labels } from './series.ts';

export const METRIC_NAME = '__name__';

export const MATCH_OPERATORS = ['=', '!=', '=~', '!~'] as const;
type MatchOperator = (typeof MATCH_OPERATORS)[number];

export interface Matcher {
  readonly label: string;
  readonly operator: MatchOperator;
  readonly text: string;
  matches(value: string): boolean;
}

function compile(pattern: string): (value: string) => boolean {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
    const known = new Map<string, boolean>();
    return (value) => {
      const before = known.get(value);
      if (before !== undefined) return before;
      const matches = compiled.matches(value);
      known.set(value, matches);
      return matches;
    };
  } catch (error) {
    if (error instanceof RE2JSException) throw badExpression(error.message);
    throw error;
  }
}

/** Throws a PromqlError if the pattern is no RE2, or too large together with those before it. */
export function createMatcher(
  label: string,
  operator: MatchOperator,
  text: string,
  patterns: PatternBudget = new PatternBudget(),
): Matcher {
  switch (operator) {
    case '=':
      return { label, operator, text, matches: (value) => value === text };
    case '!=':
      return { label, operator, text, matches: (value) => value !== text };
    default: {
      patterns.spend(text);
      const isMatch = compile(text);
      return { label, operator, text, matches: operator === '=~' ? isMatch : (value) => !isMatch(value) };
    }
  }
}

/** Whether labels match all matchers; a label that is absent counts as empty. */
export const matchesAll = (matchers: readonly Matcher[], labels: Labels): boolean =>
  matchers.every((matcher) => matcher.matches(labels.get(matcher.label) ?? ''));
