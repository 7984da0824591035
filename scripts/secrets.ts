/**
 * Makes the passwords of a docker compose installation, once: of the database's superuser and of the role the server works
 * with. Run by the compose file before anything else; there is no default password.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets'] = process.argv.slice(2);
for (const name of ['database-admin-password', 'database-password']) {
  const path = join(folder, name);
  if (existsSync(path)) continue;
  // The volume is for the containers that mount it; within them the users differ.
  writeFileSync(`${path}.new`, randomBytes(32).toString('base64url'), { mode: 0o444 });
  renameSync(`${path}.new`, path);
}
