/**
 * Makes the passwords of a docker compose installation, once: of the database's superuser, of the role the server works
 * with, and of the server at the MQTT broker. Run by the compose file before anything else; there is no default password.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets'] = process.argv.slice(2);

/** Answers what the file holds, made at first. */
function keep(name: string, make: () => string): string {
  const path = join(folder, name);
  if (!existsSync(path)) {
    // The volume is for the containers that mount it; within them the users differ.
    writeFileSync(`${path}.new`, make(), { mode: 0o444 });
    renameSync(`${path}.new`, path);
  }
  return readFileSync(path, 'utf8');
}

const password = (): string => randomBytes(32).toString('base64url');

/** A line of the broker's list of users: PBKDF2 with SHA-512, as mosquitto_passwd writes it. */
function userLine(name: string, secret: string): string {
  const rounds = 1000;
  const salt = randomBytes(12);
  const hash = pbkdf2Sync(secret, salt, rounds, 64, 'sha512');
  return `${name}:$7$${rounds}$${salt.toString('base64')}$${hash.toString('base64')}\n`;
}

keep('database-admin-password', password);
keep('database-password', password);
const mqtt = keep('mqtt-password', password);
keep('mqtt-users', () => userLine('picket', mqtt));
