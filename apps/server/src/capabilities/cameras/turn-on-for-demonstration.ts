import type { Millis } from '@picket/domain/time';
import type { Tx } from '../../platform/db/database.ts';
import { isForDemonstration, saveCameraSetting } from './camera-setting-store.ts';

/** In an organization for demonstration the cameras of a new location are on. */
export async function turnOnForDemonstration(
  { sql }: Pick<Tx, 'sql'>,
  tenant: string,
  location: string,
  now: Millis,
): Promise<void> {
  if (!(await isForDemonstration(sql, tenant))) return;
  await saveCameraSetting(sql, tenant, location, {
    mode: 'ON',
    schedule: null,
    offInDoNotDisturb: false,
    allowsDisplays: true,
    changedByName: null,
    lastUpdateTs: new Date(now),
  });
}
