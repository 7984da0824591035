/** What the parts of the evaluation of texts need of each other. */
import type { Node } from 'typescript/unstable/ast';
import type { Sources } from './source-program.ts';
import type { Scope, Unknown, Value } from './values.ts';

export interface Evaluation {
  readonly sources: Sources;
  /** One of these, another one in each run; the same for the same key. */
  choose<One>(key: unknown, ones: readonly One[]): One | undefined;
  /** A value whose parts may still have to be worked out. */
  evaluate(node: Node, scope: Scope): Value;
  force(value: Value): Value;
  /** The text of an expression; Unknown where part of it is made while running. */
  textOf(node: Node, scope: Scope): string | Unknown;
  /** What a function returns; `where`: the node that stands for the call. */
  call(called: Value, args: readonly Value[], where: Node): Value;
}
