/** The types of rows that calls state, as plain kinds of values. */
import type { TypeNode } from 'typescript/unstable/ast';
import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';

/** `string`, `number`, `boolean`, `bigint`, `null`, `undefined`, `Date`, `bytes`, `object`, `unknown`; of a list: `string[]`. */
export type Kind = string;

export interface StatedColumn {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

const BYTES = new Set(['Buffer', 'Uint8Array']);
const PLAIN: readonly (readonly [TypeFlags, Kind])[] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];

function kindsOf(checker: Checker, type: Type): readonly Kind[] {
  const [, plain] = PLAIN.find(([flags]) => (type.flags & flags) !== 0) ?? [];
  if (plain !== undefined) return [plain];
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((one) => kindsOf(checker, one)))];
  // A text with a mark, as `string & { readonly … }`.
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().flatMap((one) => kindsOf(checker, one));
    return kinds.filter((kind) => kind !== 'object').length === 0
      ? ['object']
      : kinds.filter((kind) => kind !== 'object');
  }
  if (!type.isObjectType()) return ['unknown'];
  if (checker.isArrayType(type) && type.isTypeReference())
    return [
      `${checker
        .getTypeArguments(type)
        .flatMap((one) => elementKinds(checker, one))
        .join('|')}[]`,
    ];
  const name = type.getSymbol()?.name ?? '';
  return [name === 'Date' ? 'Date' : BYTES.has(name) ? 'bytes' : 'object'];
}

const elementKinds = (checker: Checker, type: Type): readonly Kind[] =>
  kindsOf(checker, type).filter((kind) => kind !== 'null');

/** The columns that a type of rows names; those of an index signature are left out. */
export function statedColumns(checker: Checker, stated: TypeNode): readonly StatedColumn[] | null {
  const type = checker.getTypeFromTypeNode(stated);
  if (type === undefined || type.isErrorType() || type.isTypeParameter()) return null;
  const properties = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(properties);
  return properties.map(({ name }, at) => {
    const own = types[at];
    return { name, kinds: own === undefined ? ['unknown'] : kindsOf(checker, own) };
  });
}
