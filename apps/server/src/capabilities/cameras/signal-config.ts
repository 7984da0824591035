import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { sentriesAt } from '../sentries/index.ts';
import { insertSignal } from '../signals/index.ts';

/** A device that is away for longer asks for its configuration when it is back. */
const SIGNAL_TTL: Millis = 10 * 60_000;

/** Asks devices to fetch their configuration: one sentry's, or those of all sentries at the location. The caller notifies after its commit. */
export async function signalConfig(
  sql: Sql,
  tenant: string,
  { location, sentry }: { readonly location: string; readonly sentry?: string },
  at: Millis,
): Promise<void> {
  const sentries = sentry === undefined ? await sentriesAt(sql, tenant, location) : [sentry];
  for (const one of sentries)
    await insertSignal(sql, tenant, one, { kind: 'CONFIG' }, { at, expiresAt: at + SIGNAL_TTL });
}
