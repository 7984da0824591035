/** Why the server does not start, in a sentence for who starts it. */
import { ConfigError } from '../platform/config/config.ts';
import { MigrationError } from '../platform/db/migrations.ts';

/** Of the operating system, with the path they are about: the message says all. */
const FILE_CODES: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'ENOSPC']);

/** Of an address that has several: what went wrong with each of them. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/** `error`: what ended the start. An unexpected one keeps its stack. */
export function describeStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, path }: NodeJS.ErrnoException = error;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST is no address of this machine: ${error.message}`;
  if (code === 'EADDRINUSE') return `${error.message}; set PORT to another one`;
  if (path !== undefined && FILE_CODES.has(code)) return error.message;
  return error.stack ?? error.message;
}
