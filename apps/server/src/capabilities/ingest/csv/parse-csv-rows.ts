/** Rows of a CSV file with a header, one at a time. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Row } from './import-readings.ts';

const RowIn = z.record(z.string(), z.string());

/** Throws where the file is not CSV; a row with too few cells has fewer, one with too many loses them. */
export async function* parseCsvRows(file: Readable): AsyncGenerator<Row> {
  const { parse } = await import('csv-parse');
  const parser = parse({ columns: true, bom: true, skip_empty_lines: true, relax_column_count: true, trim: true });
  file.on('error', (error) => parser.destroy(error));
  for await (const row of file.pipe(parser)) yield RowIn.parse(row);
}
