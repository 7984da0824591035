/** Where somebody was going when they left for the single sign-on provider. Kept for this tab, and checked when read. */
import { checkedAddress } from './redirect.ts';

const KEY = 'picket-after-sign-on';

export const rememberAddress = (address: string): void => sessionStorage.setItem(KEY, address);

/** The remembered path; the locations when there is none. Forgets it. */
export function takeAddress(): string {
  const address = sessionStorage.getItem(KEY) ?? '';
  sessionStorage.removeItem(KEY);
  return checkedAddress(address);
}
