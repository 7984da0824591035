/** The matchers of a vector selector. */
import type { SyntaxNode } from '@lezer/common';
import { parseString } from './literals.ts';
import { createMatcher, MATCH_OPERATORS, type Matcher, METRIC_NAME } from './matchers.ts';
import { badExpression } from './promql-error.ts';
import { childrenOf, type Source, textOf } from './syntax-tree.ts';

const MAX_MATCHERS = 50;

/** `name{label="text"}` as matchers, that of the name first. Throws a PromqlError. */
export function parseSelector(source: Source, node: SyntaxNode): readonly Matcher[] {
  const matchers = childrenOf(node).flatMap((part) =>
    part.name === 'Identifier'
      ? [createMatcher(METRIC_NAME, '=', textOf(source, part))]
      : childrenOf(part).map((matcher) => parseMatcher(source, matcher)),
  );
  if (matchers.length > MAX_MATCHERS) throw badExpression(`a selector has at most ${MAX_MATCHERS} matchers`);
  if (matchers.every((matcher) => matcher.matches('')))
    throw badExpression('vector selector must contain at least one non-empty matcher');
  return matchers;
}

function parseMatcher(source: Source, node: SyntaxNode): Matcher {
  const [label, operator, value] = childrenOf(node);
  // `{"metric name"}`
  if (node.name === 'QuotedLabelName') return createMatcher(METRIC_NAME, '=', parseString(textOf(source, node)));
  const written = operator === undefined ? '' : textOf(source, operator);
  const known = MATCH_OPERATORS.find((one) => one === written);
  if (label === undefined || value === undefined || known === undefined)
    throw badExpression(`unexpected ${JSON.stringify(textOf(source, node))} in a selector`);
  return createMatcher(nameOf(source, label), known, parseString(textOf(source, value)), source.patterns);
}

/** The name of a label, quoted or not. */
export function nameOf(source: Source, node: SyntaxNode): string {
  const text = textOf(source, node);
  return node.name === 'QuotedLabelName' ? parseString(text) : text;
}
