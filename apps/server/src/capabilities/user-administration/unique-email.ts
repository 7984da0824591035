import { invalid, isDuplicate } from '../../platform/index.ts';

const EMAIL_TAKEN = 'is already used by another account';

/** Turns a duplicate e-mail address into a 400. */
export async function withUniqueEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDuplicate(error) ? invalid('email', EMAIL_TAKEN) : error;
  }
}
