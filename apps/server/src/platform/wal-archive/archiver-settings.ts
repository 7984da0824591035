/** What the program that archives WAL is given: a file that Postgres' user may read, written before each start of the embedded database. */
import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ArchiveError, type ArchiveTarget } from './archived-file.ts';

const ArchiverFile = z.object({
  folder: z.string(),
  macKey: z.string(),
  recipient: z.string().nullable(),
  /** How many bytes of WAL the folder may hold. */
  maxBytes: z.number(),
  /** Free on its disk at least. */
  minFreeBytes: z.number(),
});

export interface ArchiverSettings extends ArchiveTarget {
  readonly maxBytes: number;
  readonly minFreeBytes: number;
}

/** The key of the MAC of archived files, of the installation's. */
export const archiveMacKey = (encryptionKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), 'picket wal archive', 32));

export const formatArchiverFile = ({ macKey, ...settings }: ArchiverSettings): string =>
  `${JSON.stringify({ ...settings, macKey: macKey.toString('base64url') })}\n`;

/** Throws an ArchiveError where it cannot be read. */
export function readArchiverFile(path: string): ArchiverSettings {
  try {
    const { macKey, ...settings } = ArchiverFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { ...settings, macKey: Buffer.from(macKey, 'base64url') };
  } catch (error) {
    throw new ArchiveError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
