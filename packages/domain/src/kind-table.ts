/** Kinds are declared in one table each: name -> everything that is known about it. Lists of names derive from the table. */

/**
 * The names of a table, in its order.
 * Guarantee: a table is a literal with at least one row, and its keys are exactly those of its type.
 */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): [Name, ...Name[]] =>
  Object.keys(table) as [Name, ...Name[]];

/** Whether a text names a row of the table. */
export const isNameOf = <Name extends string>(table: Readonly<Record<Name, unknown>>, text: string): text is Name =>
  Object.hasOwn(table, text);
