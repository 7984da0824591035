/** Pages of a list: an opaque cursor holds the row after which to continue. */
import { textProblem } from '@picket/domain/text';
import { parseInstant } from '@picket/domain/time';
import { invalid } from '../errors.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

const encodeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts a cursor was made of; throws a 400 when it was not issued here. */
export function decodeCursor(cursor: string, length: number): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parts) &&
      parts.length === length &&
      parts.every((part) => textProblem(String(part), 'lines') === null)
    )
      return parts.map(String);
  } catch {
    // Not issued here; thrown below.
  }
  throw invalid('cursor', 'is not a cursor this list gave');
}

/** Makes a page of up to one row more than its limit. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  cursor: (row: Row) => readonly (string | number)[],
): Page<Item> {
  const visible = rows.slice(0, limit);
  const last = visible[visible.length - 1];
  return {
    items: visible.map(item),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(cursor(last)) : null,
  };
}

/** The place in a list that is ordered by an instant and a guid; null: its beginning. Throws a 400 for a cursor that no list returned. */
export function parseInstantCursor(cursor: string | undefined): { readonly at: string; readonly guid: string } | null {
  if (cursor === undefined) return null;
  const [at = '', guid = ''] = decodeCursor(cursor, 2);
  if (parseInstant(at) === null || !GUID.test(guid)) throw invalid('cursor', 'is not a cursor this list gave');
  return { at, guid };
}

/** The place in a list that is ordered by guid; null: its beginning. Throws a 400 for a cursor that no list returned. */
export function parseGuidCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [guid = ''] = decodeCursor(cursor, 1);
  if (!GUID.test(guid)) throw invalid('cursor', 'is not a cursor this list gave');
  return guid;
}
