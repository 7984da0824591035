import type { Sql } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hasHold } from '../storage/hold-store.ts';

/** Throws a 409 while a hold stands in the organization, or about the location. */
export async function assertNotHeld(sql: Sql, tenant: string, location: string | null, now: Date): Promise<void> {
  if (await hasHold(sql, tenant, location, now))
    throw new AppError('conflict', { message: 'A hold keeps clips as evidence; lift it first' });
}
