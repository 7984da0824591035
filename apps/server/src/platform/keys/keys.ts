/** The keys file: secrets created at first start, stored beside the data, never in the database. Backups include it. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';

const KEY_NAMES = ['password', 'seal', 'audit', 'links', 'push', 'mqtt', 'relay', 'evidence'] as const;
type KeyName = (typeof KEY_NAMES)[number];
const Key = z.string().min(43);
/** The file of an older Picket lacks the keys that came later. */
const KeysFile = z.object({
  password: Key,
  seal: Key.optional(),
  audit: Key.optional(),
  links: Key.optional(),
  push: Key.optional(),
  mqtt: Key.optional(),
  relay: Key.optional(),
  evidence: Key.optional(),
});

export interface Keys {
  /** Keys the hash a password goes through before bcrypt. */
  readonly password: Buffer;
  /** Encrypts what has to be read again: authenticator secrets, mails with links. The file calls it `seal`. */
  readonly encryption: Buffer;
  /** Chains the entries of the audit log. */
  readonly audit: Buffer;
  /** Signs the links in messages. */
  readonly links: Buffer;
  /** The private half of the key browsers know this server's pushes by (VAPID). */
  readonly push: Buffer;
  /** Derives Picket's client id at the MQTT broker, and the passwords of its sentries there. */
  readonly mqtt: Buffer;
  /** Authenticates server processes that pass live pictures on to each other. */
  readonly relay: Buffer;
  /** The private half of the key that signs exported evidence (Ed25519). */
  readonly evidence: Buffer;
}

const newKey = (): string => randomBytes(32).toString('base64url');

const writeKeysFile = (path: string, keys: Readonly<Record<string, string>>): void =>
  writeFileDurably(path, `${JSON.stringify(keys)}\n`, 0o600);

/** Reads `dataDir`/keys.json, or creates it. Throws a ConfigError when the file is damaged or open to others. */
export function loadKeys(dataDir: string): Keys {
  const path = join(dataDir, 'keys.json');
  if (!existsSync(path)) {
    createFolder(dataDir);
    writeKeysFile(path, Object.fromEntries(KEY_NAMES.map((name) => [name, newKey()])));
  }
  if ((statSync(path).mode & 0o077) !== 0) throw new ConfigError(`${path} may be read by its owner only (chmod 600)`);
  const parsed = KeysFile.safeParse(readJson(path));
  if (!parsed.success) throw new ConfigError(`${path} is damaged; restore it from a backup`);
  const { password, seal, audit, links, push, mqtt, relay, evidence } = parsed.data;
  const found: Readonly<Record<KeyName, string | undefined>> = {
    password,
    seal,
    audit,
    links,
    push,
    mqtt,
    relay,
    evidence,
  };
  const entries = KEY_NAMES.map((name) => [name, found[name] ?? newKey()] as const);
  if (KEY_NAMES.some((name) => found[name] === undefined)) writeKeysFile(path, Object.fromEntries(entries));
  // Guarantee: one entry for each name.
  const bytes = Object.fromEntries(entries.map(([name, key]) => [name, Buffer.from(key, 'base64url')])) as Record<
    KeyName,
    Buffer
  >;
  const { seal: encryption, ...others } = bytes;
  return { ...others, encryption };
}

/** The encryption key in the text of a keys file; null where there is none. */
export function parseEncryptionKey(text: string): Buffer | null {
  try {
    const { seal } = KeysFile.parse(JSON.parse(text));
    return seal === undefined ? null : Buffer.from(seal, 'base64url');
  } catch {
    return null;
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
