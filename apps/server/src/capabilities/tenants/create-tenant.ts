import { type BusinessStatus, MAX_DEMO_TENANTS } from '@picket/domain';
import {
  invalid,
  newGuid,
  type Platform,
  parseResourceName,
  rejectDuplicateName,
  type Tx,
} from '../../platform/index.ts';
import { insertTenant, lockDemoTenants } from './tenant-store.ts';

export interface NewTenant {
  readonly name: string;
  readonly isAdminTenant?: boolean | undefined;
  readonly demo?: boolean | undefined;
  readonly businessStatus?: BusinessStatus | undefined;
}

/** What else every organisation needs, done in the same transaction by whoever knows it. */
export type OnTenantCreated = (tx: Tx, tenantGuid: string) => Promise<void>;

/** Throws a 400 when there are as many demo organisations as there may be. */
export async function assertDemoSlot({ sql }: Pick<Tx, 'sql'>, except: string | null): Promise<void> {
  if ((await lockDemoTenants(sql, except)) >= MAX_DEMO_TENANTS)
    throw invalid('demo', `at most ${MAX_DEMO_TENANTS} organisations are for demonstration`);
}

/** Creates an organisation and answers its guid. Throws `name` when the name breaks a rule or is taken. */
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
