/** The rules about the text of files: the place of code, kinds, the database, organizations, sizes. Each catches a deliberate violation. */
import { expect, test } from 'vitest';
import { COMMAND_RULES } from './commands.ts';
import { DECLARED_NAME_RULES } from './declared-names.ts';
import { EXCEPTED_RULES } from './exceptions.ts';
import { IMPORT_RULES, UNUSED_RULE } from './import-rules.ts';
import { KIND_RULES } from './kinds.ts';
import { PLACE_RULES } from './places.ts';
import { readRepository } from './repository.ts';
import { SIZE_RULES } from './sizes.ts';
import { testRules } from './source-rule.ts';
import { STORE_RULES } from './stores.ts';
import { STYLE_RULES } from './style-rules.ts';
import { TABLE_OWNER_RULES } from './table-owners.ts';
import { TENANT_KEY_RULES } from './tenant-keys.ts';
import { TENANT_RULES } from './tenants.ts';
import { TEXT_RULES } from './texts.ts';
import { UNBOUND_RULES } from './unbound.ts';
import { WAIT_RULES } from './waits.ts';
import { WHOLE_LIST_RULES } from './whole-lists.ts';

const RULES = [
  ...PLACE_RULES,
  ...COMMAND_RULES,
  ...DECLARED_NAME_RULES,
  ...KIND_RULES,
  ...STORE_RULES,
  ...STYLE_RULES,
  ...TABLE_OWNER_RULES,
  ...TENANT_RULES,
  ...TENANT_KEY_RULES,
  ...TEXT_RULES,
  ...UNBOUND_RULES,
  ...SIZE_RULES,
  ...WAIT_RULES,
  ...WHOLE_LIST_RULES,
];
/** Fewer files than this means that they were not found. */
const MIN_FILES = 500;

const files = readRepository();

test('the files were found', () => {
  expect(files.length).toBeGreaterThan(MIN_FILES);
});

testRules(RULES, files);

test('exceptions name rules that exist', () => {
  const names = [...RULES.map(({ name }) => name), ...IMPORT_RULES, UNUSED_RULE];
  expect(EXCEPTED_RULES.filter((name) => !names.includes(name))).toEqual([]);
});
