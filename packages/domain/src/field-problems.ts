import type { Sentence } from './phrases.ts';

/** A validation error of one field: its path, parts joined by dots, and a sentence. */
export interface FieldProblem<Message extends Sentence = Sentence> {
  readonly name: string;
  readonly message: Message;
}

/** The same problems, with their paths prefixed. */
export const prefixPath = (path: string, problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems.map(({ name, message }) => ({ name: name === '' ? path : `${path}.${name}`, message }));
