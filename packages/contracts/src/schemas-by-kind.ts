/** Schemas that are made from the rows of a table of kinds, one for each. */
import type { z } from 'zod';

type KindOf<Schemas> = keyof Schemas & string;

/**
 * Makes the schema of one kind.
 * Guarantee: `make` is generic in fact: called with a kind K it returns a `Schemas[K]`. Called with any of them, the compiler
 * knows only what all have in common.
 */
const schemaOf = <Schemas extends Readonly<Record<KindOf<Schemas>, z.ZodType>>, K extends KindOf<Schemas>>(
  kind: K,
  make: (kind: KindOf<Schemas>) => z.ZodType,
): Schemas[K] => make(kind) as Schemas[K];

/**
 * The members of a union by kind, in the order of the kinds. `Schemas` states what `make` returns for each kind.
 * @throws RangeError where there is no kind: a union has at least one member.
 */
export function unionMembers<Schemas extends Readonly<Record<KindOf<Schemas>, z.ZodType>>>(
  [first, ...others]: readonly KindOf<Schemas>[],
  make: (kind: KindOf<Schemas>) => z.ZodType,
): [Schemas[KindOf<Schemas>], ...Schemas[KindOf<Schemas>][]] {
  if (first === undefined) throw new RangeError('a union of no kinds');
  const member = (kind: KindOf<Schemas>) => schemaOf<Schemas, KindOf<Schemas>>(kind, make);
  return [member(first), ...others.map(member)];
}

/**
 * The schemas by kind. `Schemas` states what `make` returns for each kind.
 * Guarantee: `kinds` are all keys of `Schemas`, so that none is missing.
 */
export function schemasByKind<Schemas extends Readonly<Record<KindOf<Schemas>, z.ZodType>>>(
  kinds: readonly KindOf<Schemas>[],
  make: (kind: KindOf<Schemas>) => z.ZodType,
): Schemas {
  const schemas: Partial<Schemas> = {};
  for (const kind of kinds) schemas[kind] = schemaOf<Schemas, typeof kind>(kind, make);
  return schemas as Schemas;
}
