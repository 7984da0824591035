/** The demo organization and its administrator: made once, in the database itself. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdministrator, provisionTenant } from '@picket/server/commands';
import { z } from 'zod';
import { openPlatformAt } from '../local-platform.ts';

export const DEMO_EMAIL = 'demo@picket.example';
const SignIn = z.object({ password: z.string() });
const WORDS = [
  'amber',
  'boiler',
  'cellar',
  'delta',
  'ember',
  'fathom',
  'garden',
  'harbor',
  'island',
  'jigsaw',
  'kettle',
  'lantern',
];

function passphrase(): string {
  const words = Array.from({ length: 4 }, () => WORDS[randomInt(WORDS.length)]);
  return `${words.join(' ')} ${randomInt(10, 99)}`;
}

/** Creates the tenant and its administrator if needed; returns the password, kept in a file in `folder`. */
export async function ensureDemoTenant(databaseUrl: string, dataDir: string, folder: string): Promise<string> {
  const file = join(folder, 'sign-in.json');
  if (existsSync(file)) return SignIn.parse(JSON.parse(readFileSync(file, 'utf8'))).password;
  const { platform, close } = await openPlatformAt(databaseUrl, dataDir, 'warn');
  const password = passphrase();
  try {
    const tenant = await provisionTenant(platform, { name: 'Demo organization', demo: true });
    await createAdministrator(platform, tenant, { email: DEMO_EMAIL, password, displayName: 'Demo' });
  } finally {
    await close();
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ password }), { mode: 0o600 });
  return password;
}
