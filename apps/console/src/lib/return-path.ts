/** The page to return to after single sign-on. Stored for this tab, and checked when read. */
import { sanitizePath } from './redirect.ts';

const KEY = 'picket-return-path';

export const saveReturnPath = (address: string): void => sessionStorage.setItem(KEY, address);

/** Returns the stored path and removes it; without one, the locations. */
export function consumeReturnPath(): string {
  const address = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return sanitizePath(address);
}
