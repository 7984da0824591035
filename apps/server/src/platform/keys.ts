/** The keys file: secrets made at first start, kept beside the data, never in the database. Backups include it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigProblem } from './config.ts';

const NAMES = ['password', 'seal', 'audit'] as const;
const Key = z.string().min(43);
/** The file of an older Picket lacks the keys that came later. */
const KeysFile = z.object({ password: Key, seal: Key.optional(), audit: Key.optional() });

export interface Keys {
  /** Keys the hash a password goes through before bcrypt. */
  readonly password: Buffer;
  /** Seals what has to be read again: authenticator secrets, mails with links in them. */
  readonly seal: Buffer;
  /** Binds the audit log's entries to each other. */
  readonly audit: Buffer;
}

const newKey = (): string => randomBytes(32).toString('base64url');

function write(path: string, keys: Readonly<Record<string, string>>): void {
  // A crash half-way must not cost the keys there are.
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Reads `dataDir`/keys.json, or makes it. Throws a ConfigProblem when the file is damaged or open to others. */
export function loadKeys(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    write(path, Object.fromEntries(NAMES.map((name) => [name, newKey()])));
  }
  if ((statSync(path).mode & 0o077) !== 0) throw new ConfigProblem(`${path} may be read by its owner only (chmod 600)`);
  const parsed = KeysFile.safeParse(readJson(path));
  if (!parsed.success) throw new ConfigProblem(`${path} is damaged; restore it from a backup`);
  const { password, seal = newKey(), audit = newKey() } = parsed.data;
  if (parsed.data.seal === undefined || parsed.data.audit === undefined) write(path, { password, seal, audit });
  const bytes = (key: string): Buffer => Buffer.from(key, 'base64url');
  return { password: bytes(password), seal: bytes(seal), audit: bytes(audit) };
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
