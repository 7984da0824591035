/** Reads columns of a device, a bounded number of rows of each. */
import { isBelow } from '@picket/devices/snmp/profiles';
import type { SnmpAnswers, SnmpValue } from '@picket/devices/snmp/snmp-devices';
import { truncateText } from '@picket/domain/text';
import { isVarbindError, ObjectType, type Varbind } from 'net-snmp';
import type { SnmpClient } from './snmp-client.ts';

/** What is asked of a device. */
type Asked = Pick<SnmpClient, 'next' | 'asksInBulk'>;

/** In one question, so that an answer fits into a datagram of the smallest size that every device can send. */
const COLUMNS_AT_ONCE = 6;
const ROWS_AT_ONCE = 10;
const MAX_TEXT = 120;

type Found = Map<string, Map<string, SnmpValue>>;
interface Cursor {
  readonly column: string;
  /** What was read last. */
  readonly at: string;
}

/** The first `maxRows` rows of each column; a column that is not there has none. */
export async function readColumns(client: Asked, columns: readonly string[], maxRows: number): Promise<SnmpAnswers> {
  const found: Found = new Map();
  for (let start = 0; start < columns.length; start += COLUMNS_AT_ONCE) {
    const part = columns.slice(start, start + COLUMNS_AT_ONCE);
    await walk(
      client,
      part.map((column) => ({ column, at: column })),
      maxRows,
      found,
    );
  }
  return found;
}

async function walk(
  client: Asked,
  from: readonly Cursor[],
  maxRows: number,
  found: Found,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  let cursors = from;
  for (let left = maxRows; left > 0 && cursors.length > 0; ) {
    const repetitions = Math.min(left, rowsAtOnce);
    const rows = await client.next(
      cursors.map(({ at }) => at),
      repetitions,
    );
    if (rows === null) {
      // One of them is at its end, or the answer would be too large: each by itself.
      if (cursors.length > 1) for (const cursor of cursors) await walk(client, [cursor], left, found, rowsAtOnce);
      // Some refuse rows whose texts are long, instead of sending fewer of them.
      else if (repetitions > 1 && client.asksInBulk) await walk(client, cursors, left, found, 1);
      return;
    }
    cursors = cursors.flatMap((cursor, index) => take(cursor, rows[index] ?? [], found) ?? []);
    left -= Math.max(1, ...rows.map(({ length }) => length));
  }
}

/** Where the column goes on; null: at its end. */
function take({ column, at }: Cursor, varbinds: readonly Varbind[], found: Found): Cursor | null {
  let last = at;
  for (const varbind of varbinds) {
    // An agent that goes backwards would be asked for ever.
    if (isVarbindError(varbind) || !isBelow(varbind.oid, column) || !isAfter(varbind.oid, last)) return null;
    const rows = found.get(column) ?? new Map<string, SnmpValue>();
    rows.set(varbind.oid.slice(column.length + 1), sentValue(varbind));
    found.set(column, rows);
    last = varbind.oid;
  }
  return last === at ? null : { column, at: last };
}

function isAfter(oid: string, before: string): boolean {
  const [parts, earlier] = [oid.split('.'), before.split('.')];
  for (const [index, part] of parts.entries()) {
    const other = earlier[index];
    if (other === undefined) return true;
    if (part !== other) return Number(part) > Number(other);
  }
  return false;
}

/** A counter only grows: it is no measurement, and neither is a time. */
function sentValue({ type, value }: Varbind): SnmpValue {
  if ((type === ObjectType.Integer || type === ObjectType.Gauge) && typeof value === 'number')
    return { kind: 'number', value };
  if (type === ObjectType.OctetString && Buffer.isBuffer(value)) return { kind: 'text', value: textOf(value) };
  if (type === ObjectType.OID && typeof value === 'string') return { kind: 'text', value };
  return { kind: 'other' };
}

const textOf = (bytes: Buffer): string => {
  const text = bytes.subarray(0, 4 * MAX_TEXT).toString('utf8');
  return truncateText(text.replace(/[\p{C}\s]+/gu, ' ').trim(), MAX_TEXT);
};
