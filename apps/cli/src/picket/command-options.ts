/** The options of the commands that have some: for the table of subcommands, and for the programs that read them. */
import type { ParseArgsOptionsConfig } from 'node:util';

export const VERIFY_OPTIONS = {
  verify: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  keys: { type: 'string' },
  fingerprint: { type: 'string' },
  identity: { type: 'string' },
  'trust-this-backup': { type: 'boolean', default: false },
} as const;

export const RESTORE_OPTIONS = {
  ...VERIFY_OPTIONS,
  at: { type: 'string' },
  into: { type: 'string' },
} as const;

export const BRING_BACK_OPTIONS = {
  from: { type: 'string' },
  policy: { type: 'string' },
  location: { type: 'string' },
  of: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

export const VERIFY_EXPORT_OPTIONS = {
  fingerprint: { type: 'string' },
} as const;

export const DISTRIBUTE_OPTIONS = {
  shards: { type: 'string', default: '32' },
} as const;

export const IMPORT_OPTIONS = {
  sentry: { type: 'string' },
  map: { type: 'string', multiple: true, default: [] },
  utc: { type: 'boolean', default: false },
} as const satisfies ParseArgsOptionsConfig;
