import { phrase } from '@picket/domain/phrases';
import { type BusinessStatus, MAX_DEMO_TENANTS } from '@picket/domain/tenants';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { insertTenant, lockDemoTenants } from './tenant-store.ts';

export interface NewTenant {
  readonly name: string;
  readonly isAdminTenant?: boolean | undefined;
  readonly demo?: boolean | undefined;
  readonly businessStatus?: BusinessStatus | undefined;
}

/** Called in the same transaction, to create what every tenant needs. */
export type OnTenantCreated = (tx: Tx, tenantGuid: string) => Promise<void>;

/** Throws a 400 if the maximum number of demo tenants is reached. */
export async function assertDemoSlot({ sql }: Pick<Tx, 'sql'>, except: string | null): Promise<void> {
  if ((await lockDemoTenants(sql, except)) >= MAX_DEMO_TENANTS)
    throw invalid(
      'demo',
      phrase('at most {limit} organizations can be for demonstration', { limit: MAX_DEMO_TENANTS }),
    );
}

/** Creates a tenant and returns its guid. Throws `name` if the name is not valid or is taken. */
export async function createTenant(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  input: NewTenant,
  created: OnTenantCreated,
): Promise<string> {
  const named = parseResourceName(input.name);
  const guid = newGuid();
  const demo = input.demo ?? false;
  if (demo) await assertDemoSlot(tx, null);
  await rejectDuplicateName(() =>
    insertTenant(tx.prisma, {
      guid,
      ...named,
      isAdminTenant: input.isAdminTenant ?? false,
      demo,
      businessStatus: input.businessStatus ?? 'INTERNAL',
      at: new Date(platform.clock.now()),
    }),
  );
  await created(tx, guid);
  return guid;
}
