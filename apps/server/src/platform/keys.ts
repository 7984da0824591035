/** The keys file: secrets made at first start, kept beside the data, never in the database. Backups include it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigProblem } from './config.ts';

const KeysFile = z.object({ password: z.string().min(43) });

export interface Keys {
  /** Keys the hash a password goes through before bcrypt. */
  readonly password: Buffer;
}

/** Reads `dataDir`/keys.json, or makes it. Throws a ConfigProblem when the file is damaged or open to others. */
export function loadKeys(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    const made = { password: randomBytes(32).toString('base64url') };
    writeFileSync(path, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  if ((statSync(path).mode & 0o077) !== 0) throw new ConfigProblem(`${path} may be read by its owner only (chmod 600)`);
  const parsed = KeysFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new ConfigProblem(`${path} is damaged; restore it from a backup`);
  return { password: Buffer.from(parsed.data.password, 'base64url') };
}
