/**
 * The subcommands of `picket`: the only list of them. Help, usage errors and the README's table are made of, or held to, these rows.
 * Arguments are checked by them before a program is loaded.
 */
import type { ParseArgsOptionsConfig } from 'node:util';
import {
  BRING_BACK_OPTIONS,
  DISTRIBUTE_OPTIONS,
  IMPORT_OPTIONS,
  RESTORE_OPTIONS,
  VERIFY_EXPORT_OPTIONS,
  VERIFY_OPTIONS,
} from './command-options.ts';

export interface Subcommand {
  readonly name: string;
  /** One line, for the list of all. */
  readonly purpose: string;
  /** What may follow the name, one form a line. */
  readonly usage: readonly string[];
  /** What `--help` says below the usage. */
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  /** How many words it takes at least and at most, besides options. */
  readonly words: readonly [least: number, most: number];
  /** What the first of them may be, where that is a choice. */
  readonly choices?: readonly string[];
  /** Arguments it is run with, before those that were given. */
  readonly given?: readonly string[];
  /** Runs the program; it reads its arguments from `process.argv`. */
  readonly load: () => Promise<unknown>;
}

const PROOF = `A backup has to be proven genuine before it is used:
  --keys <keys.json>        by a copy of the keys file; without it the one in the data folder is used
  --fingerprint <text>      by the fingerprint that was shown when the backup was made
  --trust-this-backup       no proof: the author of the backup decides what Picket contains, users and passwords included
  --identity <file>         for an encrypted backup: the identity, as age-keygen writes it`;

export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'backup',
    purpose: 'back up everything, while Picket runs or not',
    usage: ['[<folder>]'],
    words: [0, 1],
    help: `Writes a backup of all data at one instant, with the keys, into a folder of its own inside <folder>; without it inside
PICKET_BACKUP_DIR. The backup contains the keys: unless it is encrypted (PICKET_BACKUP_RECIPIENT), keep it as safe as the server itself.
Keep the fingerprint that is printed elsewhere: it proves the backup on another machine.`,
    load: () => import('../backup.ts'),
  },
  {
    name: 'restore',
    purpose: 'restore a backup, the newest one unless named',
    usage: ['[<backup>] [--replace] [options]', '--at <instant> [--into <folder>] [--keys <file>] [--identity <file>]'],
    options: RESTORE_OPTIONS,
    words: [0, 1],
    help: `Stop Picket first. <backup> is a folder, or the name of one in PICKET_BACKUP_DIR. It is restored into a new database, compared with its
manifest and checked before it takes the place of what is there. With DATABASE_URL the database has to be empty.

  --replace                 there is data already: it is kept under another name (embedded database)
  --verify                  only verify the backup, as \`picket verify\` does
  --at <instant>            embedded database: as it was at an instant such as 2026-03-02T10:00:00Z, from the archive, into a new data
                            folder. Picket may run meanwhile, and its data is not changed
  --into <folder>           that folder; without it one beside the data folder

${PROOF}`,
    load: () => import('../restore.ts'),
  },
  {
    name: 'verify',
    purpose: 'verify that a backup can be restored; changes nothing',
    usage: ['[<backup>] [options]'],
    options: VERIFY_OPTIONS,
    words: [0, 1],
    help: `Restores the backup (the newest one unless named) into a temporary database beside the data, compares every table with the manifest, runs
all integrity checks and verifies the audit logs. Picket may run meanwhile.

${PROOF}`,
    given: ['--verify'],
    load: () => import('../restore.ts'),
  },
  {
    name: 'bring-back',
    purpose: 'bring back what was deleted or edited by mistake, from a restored instant',
    usage: [
      '<organization> --from <data folder or postgres://…> [--dry-run]',
      '--location <name or guid> [--of <organization>] --from <place> [--dry-run]',
      '--policy <name or guid> [--of <organization>] --from <place> [--dry-run]',
    ],
    options: BRING_BACK_OPTIONS,
    words: [0, 1],
    help: `Copies from a database that \`picket restore --at\` or deploy/pgbackrest/restore-at.sh restored into the present one, in one transaction: all
of it, or nothing. Picket may run meanwhile. What is left out is listed.

An organization that was deleted: nobody is signed in afterwards; passwords are those of then, and video that was deleted with the
organization stays deleted. A location that was deleted: with its sentries and history, as it was then; alerts stay cleared. One that is
there: its name, address, zones and assets of then. A policy: as it was then, as an edit where it is there, under its old identifier
where it was deleted.

  --from <place>            the restored data folder, or the address of the restored database
  --location <name>         a location, by its guid or the name that it had then
  --policy <name>           a policy, in the same way
  --of <organization>       whose it is, by name or guid, where several organizations have one of that name
  --dry-run                 print what would come back; changes nothing`,
    load: () => import('../bring-back.ts'),
  },
  {
    name: 'erase-again',
    purpose: 'erase again what a restore by other means brought back',
    usage: [''],
    words: [0, 0],
    help: `For a Postgres of your own that was restored with deploy/pgbackrest/restore-at.sh, before Picket is started on it: users who were deleted and
API tokens that were revoked since are erased again, by the list beside the backups, and deleted clips by the one beside the clips; organizations
that were deleted since are suspended, and named; all sessions and unused links are ended. \`picket restore\` does the same by itself.`,
    load: () => import('../erase-restored.ts'),
  },
  {
    name: 'verify-export',
    purpose: 'verify exported evidence, without a server',
    usage: ['<file.zip> [--fingerprint <text>]'],
    options: VERIFY_EXPORT_OPTIONS,
    words: [1, 1],
    help: `Verifies the signature, every file and the archive itself of an alert that was exported as evidence. Ends with 1 if anything was changed,
or if the key that signed it is not known.

  --fingerprint <text>      of the installation, as its GET /api/v1/version returns it; without it that of the keys in the data folder`,
    load: () => import('../verify-export.ts'),
  },
  {
    name: 'fsck',
    purpose: 'check the integrity of the stored data; changes nothing',
    usage: [''],
    words: [0, 0],
    help: `Reads every page of every table and runs the integrity checks, while Picket runs or not. Ends with 1 if a check fails.`,
    load: () => import('../fsck.ts'),
  },
  {
    name: 'import',
    purpose: 'import readings from a CSV file',
    usage: ['<file.csv> [--sentry <name or guid>] [--map <column>=<sensorMetricId.column>]… [--utc]'],
    options: IMPORT_OPTIONS,
    words: [1, 1],
    help: `Imports the CSV export of a location, or readings of another system. Readings that are known already are not stored twice; rejected rows
are listed in <file.csv>.rejected.txt.

  --sentry <name or guid>   the sentry that the readings belong to, where the file does not name it
  --map <column>=<series>   what a column contains, such as temperature_c=environment_temperature.value; may be repeated
  --utc                     times without an offset are UTC`,
    load: () => import('../import.ts'),
  },
  {
    name: 'admin',
    purpose: 'let a user sign in again: new password, second factors',
    usage: ['reset-password <e-mail>', 'remove-second-factor <e-mail>'],
    words: [2, 2],
    choices: ['reset-password', 'remove-second-factor'],
    help: `reset-password reads the new password from standard input: type it at the prompt, or pipe one line into the command (in a container with
\`docker compose exec -T\`). It ends every session of the user and revokes the API tokens.
remove-second-factor removes all second factors; the user then signs in with the password alone.`,
    load: () => import('../admin.ts'),
  },
  {
    name: 'distribute',
    purpose: 'spread the organizations over the nodes of a Citus cluster',
    usage: ['[--shards <number>]'],
    options: DISTRIBUTE_OPTIONS,
    words: [0, 0],
    help: `Stop Picket and make a backup first: there is no way back but restoring it. DATABASE_URL names the coordinator of a cluster with at
least one worker (deploy/citus). Applies the migrations of this version, then stores the rows of each organization together on one worker.
Run it again where it was interrupted, after each upgrade, and not while Picket runs.

  --shards <number>         parts of each table, which are moved between workers as wholes; 32 without it, and only the first time`,
    load: () => import('../distribute.ts'),
  },
  {
    name: 'support-bundle',
    purpose: 'collect what somebody who helps needs to know, without secrets',
    usage: ['[<file.tar.gz> | -]'],
    words: [0, 1],
    help: `Writes one file with the version, the settings without their secrets, health, failing checks, the last errors, migrations and sizes, also
when the server or its database is down: the file then says what it does not have. - is the standard output:
\`docker compose exec -T server picket support-bundle - > support.tar.gz\`. Read it before you pass it on.`,
    load: () => import('../support-bundle.ts'),
  },
];

export const findSubcommand = (name: string): Subcommand | undefined => SUBCOMMANDS.find((one) => one.name === name);
