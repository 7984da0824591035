/** The lines of an export: a JSON object each. */

export const toLine = (what: object): string => `${JSON.stringify(what)}\n`;

/** The last line: an export without it is incomplete. */
export const END = toLine({ picket: 'end' });
