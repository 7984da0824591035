/** The `Range` header of a request, of which the first range is answered. Pure. */

export interface ByteRange {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
}

/** null: no range is asked for, or in a form nobody has to answer; `'unsatisfiable'`: none of the bytes it asks for exist. */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [first] = header === undefined ? [] : (/^bytes=(.*)$/u.exec(header.trim())?.[1] ?? '').split(',');
  const [, start, end] = /^\s*(\d{0,15})-(\d{0,15})\s*$/u.exec(first ?? '') ?? [];
  if (start === undefined || end === undefined || (start === '' && end === '')) return null;
  if (start === '') {
    const length = Math.min(Number(end), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size };
  }
  const from = Number(start);
  const to = end === '' ? size : Math.min(Number(end) + 1, size);
  return from >= size || to <= from ? 'unsatisfiable' : { from, to };
}
