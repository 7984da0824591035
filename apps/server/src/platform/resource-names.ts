/** Names of resources (specification, sections 5 and 8). */
import { NAME_MESSAGES, nameKey, validateName } from '@picket/domain/names';
import { isDuplicate } from './db/database.ts';
import { AppError } from './errors.ts';

/** The name in stored form, and what it is compared by; throws `name` with the product's text, naming `field`. */
export function parseResourceName(name: string, field = 'name'): { readonly name: string; readonly nameKey: string } {
  const checked = validateName(name);
  if (!checked.ok) throw new AppError('name', { errors: [{ name: field, message: checked.message }] });
  return { name: checked.name, nameKey: nameKey(checked.name) };
}

/** Runs a write; a violated unique constraint means that the name is taken. */
export async function rejectDuplicateName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error))
      throw new AppError('name', { errors: [{ name: 'name', message: NAME_MESSAGES.duplicate }], cause: error });
    throw error;
  }
}
