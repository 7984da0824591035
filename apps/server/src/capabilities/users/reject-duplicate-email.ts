import { isDuplicate } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';

/** Turns a duplicate e-mail address into a 400 that names `field`. */
export async function rejectDuplicateEmail<Result>(
  work: () => Promise<Result>,
  field = 'email',
  problem = 'is already used by another account',
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid(field, problem) : error;
  }
}
