import type { SentLinkOut } from '@picket/contracts';
import { invalid, isDuplicate } from '../../platform/index.ts';

const EMAIL_TAKEN = 'is already used by another account of this organization';

/** Turns a duplicate e-mail address into a 400. */
export async function withUniqueAdministrator(work: () => Promise<SentLinkOut>): Promise<SentLinkOut> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid('administrator', EMAIL_TAKEN) : error;
  }
}
