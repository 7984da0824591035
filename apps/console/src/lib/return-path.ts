/** Where somebody was going when they left for the single sign-on provider. Kept for this tab, and checked when read. */
import { sanitizePath } from './redirect.ts';

const KEY = 'picket-return-path';

export const saveReturnPath = (address: string): void => sessionStorage.setItem(KEY, address);

/** The remembered path; the locations when there is none. Forgets it. */
export function consumeReturnPath(): string {
  const address = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return sanitizePath(address);
}
