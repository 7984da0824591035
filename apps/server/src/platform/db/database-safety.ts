/** Checks database settings for durability and for detection of damage. Pure. */
import type { DatabaseSettings } from './database-safety-store.ts';

export interface DatabaseSafety {
  /** Settings with which acknowledged readings can be lost, or transactions mean something else; one sentence each. */
  readonly unsafe: readonly string[];
  /** Settings with which damage goes unnoticed or a torn page cannot be repaired; one sentence each. */
  readonly weak: readonly string[];
  /** All of these settings: `fsync = off`. */
  readonly settings: readonly string[];
}

const RULES: readonly {
  readonly setting: keyof DatabaseSettings;
  readonly kind: 'unsafe' | 'weak';
  readonly isGood: (value: string) => boolean;
  readonly consequence: string;
}[] = [
  {
    setting: 'fsync',
    kind: 'unsafe',
    isGood: (value) => value === 'on',
    consequence: 'a power cut can lose the whole database',
  },
  {
    setting: 'synchronous_commit',
    kind: 'unsafe',
    isGood: (value) => value !== 'off',
    consequence: 'acknowledged readings can be lost',
  },
  {
    setting: 'default_transaction_isolation',
    kind: 'unsafe',
    isGood: (value) => value === 'read committed',
    consequence: 'transactions fail that Picket expects to wait for each other',
  },
  {
    setting: 'full_page_writes',
    kind: 'weak',
    isGood: (value) => value === 'on',
    consequence: 'a page that was half written in a power cut stays damaged, unless the file system never tears pages',
  },
  {
    setting: 'data_checksums',
    kind: 'weak',
    isGood: (value) => value === 'on',
    consequence: 'a damaged page is served as if it were good',
  },
];

/** Compares the settings with what durability needs; the lists are empty where all is well. */
export function databaseSafety(settings: DatabaseSettings): DatabaseSafety {
  const sentences = (kind: 'unsafe' | 'weak'): string[] =>
    RULES.filter((rule) => rule.kind === kind && !rule.isGood(settings[rule.setting])).map(
      ({ setting, consequence }) => `${setting} is ${settings[setting]}: ${consequence}`,
    );
  const wrong = RULES.filter((rule) => !rule.isGood(settings[rule.setting]));
  return {
    unsafe: sentences('unsafe'),
    weak: sentences('weak'),
    settings: wrong.map(({ setting }) => `${setting} = ${settings[setting]}`),
  };
}
