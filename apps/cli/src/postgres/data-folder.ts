/** The folder of the embedded Postgres and the file with its passwords: made once, read at every start. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFile, writeFileDurably } from '@picket/files';
import { PostgresError } from './postgres-error.ts';
import type { Identity, Run } from './postgres-user.ts';

/** Passwords of the superuser, of the role that serves and of the role that owns the tables. */
export interface Secrets {
  readonly admin: string;
  readonly picket: string;
  readonly owner: string;
}

/** Whether there is no database yet. Throws when there is something else: nothing that may be data is ever removed. */
export function isMissing(data: string): boolean {
  if (existsSync(join(data, 'PG_VERSION'))) return false;
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new PostgresError(`The data folder ${data} holds files but no database (no PG_VERSION); restore a backup.`);
  return true;
}

const generatePassword = (): string => randomBytes(24).toString('hex');

export function readSecrets(file: string): Secrets {
  try {
    const { admin, picket, owner }: Partial<Secrets> = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof admin === 'string' && typeof picket === 'string') {
      if (typeof owner === 'string') return { admin, picket, owner };
      // An earlier version knew no owner.
      const secrets: Secrets = { admin, picket, owner: generatePassword() };
      writeFileDurably(file, JSON.stringify(secrets), 0o600);
      return secrets;
    }
  } catch {
    // Missing or truncated: thrown below.
  }
  throw new PostgresError(`${file} with the database's passwords is missing or damaged; restore it from a backup.`);
}

/** Creates the database in a draft folder and renames it: a power cut leaves none, or a complete one with its passwords. */
export function initializeDatabase(
  data: string,
  secretsFile: string,
  binaries: string,
  identity: Identity | null,
  run: Run,
): void {
  const draft = `${data}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (identity) chownSync(draft, identity.uid, identity.gid);
  const secrets: Secrets = { admin: generatePassword(), picket: generatePassword(), owner: generatePassword() };
  writeFileDurably(secretsFile, JSON.stringify(secrets), 0o600);
  const common = [
    '-D',
    draft,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--data-checksums',
  ];
  const passwordFile = join(data, '..', 'postgres.init');
  writeFileSync(passwordFile, secrets.admin, { mode: 0o600 });
  if (identity) chownSync(passwordFile, identity.uid, identity.gid);
  // initdb syncs what it made before it ends.
  const result = run(join(binaries, 'initdb'), [...common, `--pwfile=${passwordFile}`]);
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new PostgresError(`The database could not be made in ${data}:\n${result.stdout}${result.stderr}`);
  }
  renameSync(draft, data);
  syncFile(dirname(data));
}
