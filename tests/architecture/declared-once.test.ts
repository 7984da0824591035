/**
 * A kind is declared once: adding one is a row, and the compiler names every place that is left to fill in. The sources are
 * copied, made-up kinds are added to the tables of the copy, and it is type-checked.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['packages/domain', 'packages/contracts', 'packages/monitor'];
const APPS = ['apps/server', 'apps/console'];
const ORACLE = 'packages/monitor/test/oracle.ts';

/** Made-up kinds, each as a row at the end of its table. */
const ADDED = [
  {
    table: 'packages/domain/src/operators.ts',
    end: '} as const satisfies Record<string, OperatorTraits>;',
    row: `MADE_UP_OPERATOR: {
      label: 'is', stateLabel: null, phrase: 'at', comparesWith: 'threshold', relax: null,
      restingAt: (threshold) => threshold + 1, isMet: (operand, { threshold }) => operand === threshold,
    },`,
  },
  {
    table: 'packages/domain/src/channels.ts',
    end: '} as const satisfies Record<string, ChannelTraits>;',
    row: `MADE_UP_CHANNEL: {
      ...overHttp, label: 'Pigeon', text: 'Slow', owners: ['user'], isGrouped: true,
      settings: { loft: { form: 'address', label: 'Loft' } },
    },`,
  },
  {
    table: 'packages/contracts/src/stream.ts',
    end: '} as const satisfies Record<string, StreamEventTraits>;',
    row: 'madeUpEvent: { isReplayed: true, data: z.object({ location: Guid }) },',
  },
] as const;

/** An entry that is taken out, of a record that has to name every aggregation. */
const REMOVED = { file: ORACLE, entry: /^ {2}DELTA: .*$/mu };

interface Problem {
  readonly file: string;
  readonly text: string;
}

let copy = '';
let problems: readonly Problem[] = [];

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(join(copy, file), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`nothing to change in ${file}`);
  writeFileSync(join(copy, file), after);
}

function copySources(): void {
  for (const project of [...PACKAGES, ...APPS]) {
    cpSync(join(ROOT, project, 'src'), join(copy, project, 'src'), { recursive: true });
    symlinkSync(join(ROOT, project, 'node_modules'), join(copy, project, 'node_modules'));
  }
  cpSync(join(ROOT, ORACLE), join(copy, ORACLE));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'apps/console/src/vite.d.ts'), '/// <reference types="vite/client" />\n');
}

/** One program of packages and apps, with the options of both. */
function writeProject(): void {
  const options = {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    noUnusedLocals: false,
    noUnusedParameters: false,
    paths: Object.fromEntries(
      PACKAGES.flatMap((path) => [
        [path.replace('packages/', '@picket/'), [`./${path}/src/index.ts`]],
        [`${path.replace('packages/', '@picket/')}/*`, [`./${path}/src/*.ts`]],
      ]),
    ),
  };
  const project = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: options,
    include: [...PACKAGES, ...APPS].map((path) => `${path}/src`),
    exclude: ['**/*.test.ts', 'node_modules'],
    files: [ORACLE],
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(project));
}

/** The problems the compiler finds; details of one follow it, indented. */
function typeCheck(): readonly Problem[] {
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', '.', '--pretty', 'false', '--singleThreaded'],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  return stdout.split(/\n(?! )/u).flatMap((text) => {
    const file = /^(.+?)\(\d+,\d+\): error /u.exec(text)?.[1];
    return file === undefined ? [] : [{ file, text }];
  });
}

const placesNaming = (name: string): string[] =>
  problems
    .filter(({ text }) => text.includes(name))
    .map(({ file }) => file)
    .sort();

beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'picket-declared-once-')));
  copySources();
  writeProject();
  for (const { table, end, row } of ADDED) edit(table, (text) => text.replace(end, () => `  ${row}\n${end}`));
  edit(REMOVED.file, (text) => text.replace(REMOVED.entry, ''));
  problems = typeCheck();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the compiler names what is left to do for', () => {
  test('a new operator: its phrase in each language of messages, and the oracle', () => {
    const texts = 'apps/server/src/capabilities/notifications/messages/message-texts.ts';
    expect(placesNaming('MADE_UP_OPERATOR')).toEqual([texts, texts, ORACLE]);
  });

  test('a new channel: its sender', () => {
    expect(placesNaming('MADE_UP_CHANNEL')).toEqual([
      'apps/server/src/capabilities/notifications/channels/channel-table.ts',
    ]);
  });

  test('a new kind of event: what is stored of it, how it is sent, what the console does with it', () => {
    expect(placesNaming('madeUpEvent')).toEqual([
      'apps/console/src/events/apply-stream-event.ts',
      'apps/server/src/capabilities/events/event-store.ts',
      'apps/server/src/capabilities/events/stream-event.ts',
    ]);
  });

  test('an entry that is missing', () => {
    expect(placesNaming('DELTA')).toEqual([ORACLE]);
  });

  test('and nothing in any other file', () => {
    const named = new Set(['MADE_UP_OPERATOR', 'MADE_UP_CHANNEL', 'madeUpEvent', 'DELTA'].flatMap(placesNaming));
    expect(problems.filter(({ file }) => !named.has(file)).map(({ text }) => text)).toEqual([]);
  });
});
