/** The tree of the grammar, as the parser reads it. */
import type { SyntaxNode } from '@lezer/common';
import type { PatternBudget } from './pattern-size.ts';
import { badExpression } from './promql-error.ts';

/** The text of the expression, and how deep in it the parser is. */
export interface Source {
  readonly text: string;
  readonly depth: number;
  readonly patterns: PatternBudget;
}

/** The children of a node, without comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'LineComment') children.push(child);
  return children;
}

export const textOf = ({ text }: Source, { from, to }: SyntaxNode): string => text.slice(from, to);

/** A child that the grammar asks for: text without it was refused before. */
export function required(node: SyntaxNode | undefined): SyntaxNode {
  if (node === undefined) throw badExpression('the expression is incomplete');
  return node;
}
