/** Ends the direct connection of a view: the sentry is to send nothing further to this peer. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { insertSignal } from '../signals/index.ts';
import type { LiveViewRow } from './live-view-store.ts';

/** A device that is away for longer has ended the connection by itself. */
const BYE_LIFETIME: Millis = 60_000;

export const signOff = (
  sql: Sql,
  { tenant, sentry }: Pick<LiveViewRow, 'tenant' | 'sentry'>,
  peer: string,
  now: Millis,
): Promise<void> =>
  insertSignal(sql, tenant, sentry, { kind: 'BYE', peer }, { at: now, expiresAt: now + BYE_LIFETIME });
