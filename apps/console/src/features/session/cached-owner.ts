/** Whose responses this page has in memory: the next user of a tab is shown nothing of the one before. */
import type { ProfileOut } from '@picket/contracts/types';
import { mutate } from 'swr';
import { forgetPending } from '../../lib/missed-changes.ts';
import { forgetOwner } from '../../lib/owner-memory.ts';

/** Where the session itself is cached. */
export const SESSION = 'session';

/** null: nobody is signed in. */
let owner: string | null = null;

/**
 * Call it with who is signed in, before anything is drawn with it; null: nobody is. Forgets what was read for anybody else. Where one
 * user replaces another at once, what is shown is requested again.
 */
export async function ownCached(
  profile: (Pick<ProfileOut, 'guid'> & { readonly tenant: { readonly guid: string } }) | null,
): Promise<void> {
  const next = profile === null ? null : `${profile.tenant.guid} ${profile.guid}`;
  const isOther = owner !== null && owner !== next;
  owner = next;
  if (!isOther) return;
  forgetOwner();
  forgetPending();
  const forgotten = mutate((key) => key !== SESSION, undefined, { revalidate: next !== null });
  // Requests of the new user are not waited for.
  if (next === null) await forgotten;
}
