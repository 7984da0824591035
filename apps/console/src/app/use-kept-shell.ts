/** Keeps the console for a tab without network, while a user is signed in; on a wall display never. */
import type { ProfileOut } from '@picket/contracts/types';
import { useEffect } from 'react';

/** After what the first screen needs. */
const KEEP_AFTER_MS = 1000;

/** `profile` null: nobody is signed in, and nothing changes. */
export function useKeptShell(profile: ProfileOut | null): void {
  const isDisplay = profile?.display;
  useEffect(() => {
    if (isDisplay === undefined) return;
    const keep = async (): Promise<void> => {
      const { forgetShell, keepShell } = await import('../lib/kept-shell.ts');
      await (isDisplay ? forgetShell() : keepShell());
    };
    // Without network, or where storage is full or forbidden, the console works as before.
    const timer = setTimeout(() => void keep().catch(() => {}), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDisplay]);
}
