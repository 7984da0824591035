import { nameKey, validateName } from '@picket/domain';
import { AppError, isDuplicate, newGuid, type Platform, type Tx } from '../../platform/index.ts';

export interface NewTenant {
  readonly name: string;
  readonly isAdminTenant?: boolean;
  readonly demo?: boolean;
}

/** What else every organisation needs, done in the same transaction by whoever knows it. */
export type TenantCreated = (tx: Tx, tenantGuid: string) => Promise<void>;

/** Creates an organisation and answers its guid. Throws `name` when the name breaks a rule or is taken. */
export async function createTenant(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  input: NewTenant,
  created: TenantCreated,
): Promise<string> {
  const checked = validateName(input.name);
  if (!checked.ok) throw new AppError('name', { errors: [{ name: 'name', message: checked.message }] });
  const now = new Date(platform.clock.now());
  const guid = newGuid();
  try {
    await tx.prisma.tenant.create({
      data: {
        guid,
        name: checked.name,
        nameKey: nameKey(checked.name),
        isAdminTenant: input.isAdminTenant ?? false,
        demo: input.demo ?? false,
        createdAt: now,
        lastUpdateTs: now,
      },
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('name', { errors: [{ name: 'name', message: 'duplicate name' }] });
    throw error;
  }
  await created(tx, guid);
  return guid;
}
