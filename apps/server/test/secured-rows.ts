/** For tests of row-level security. */
import { join } from 'node:path';

export const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');
