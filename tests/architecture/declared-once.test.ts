/**
 * A kind is declared once: adding one is a row, and the compiler names every place that is left to fill in, at most three of them
 * for an operator, a channel and a kind of event. The sources are copied, made-up kinds are added to the tables of the copy, and it
 * is type-checked.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@picket/domain/languages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = ['packages/domain', 'packages/contracts', 'packages/i18n', 'packages/monitor'];
const APPS = ['apps/server', 'apps/console'];
const ORACLE = 'packages/monitor/test/oracle.ts';

/** Made-up kinds, each as a row at the end of its table. */
const ADDED = [
  {
    table: 'packages/domain/src/operators.ts',
    end: '} as const satisfies Record<string, OperatorTraits>;',
    row: `MADE_UP_OPERATOR: {
      isOfState: false, comparesWith: 'threshold', side: null, relax: null,
      restingAt: (threshold) => threshold + 1, isMet: (operand, { threshold }) => operand === threshold,
    },`,
  },
  {
    table: 'packages/domain/src/channels.ts',
    end: '} as const satisfies Record<string, ChannelTraits>;',
    row: `MADE_UP_CHANNEL: {
      ...overHttp, owners: ['user'], isGrouped: true, settings: { loft: { form: 'address' } },
    },`,
  },
  {
    table: 'packages/contracts/src/stream.ts',
    end: '} as const satisfies Record<string, StreamEventTraits>;',
    row: 'madeUpEvent: { isReplayed: true, data: z.object({ location: Guid }) },',
  },
  {
    table: 'packages/domain/src/alert-kinds.ts',
    end: '} as const satisfies Record<string, AlertKindTraits>;',
    row: `MADE_UP_ALERT: { ...external, notification: 'PERSON' },`,
  },
  {
    table: 'packages/domain/src/metrics.ts',
    end: '} as const satisfies Record<string, Metric>;',
    row: `made_upMetric: { ...one('smell', 'level', 1, [0, 1]), usualLimit: above(0), outage: null },`,
  },
] as const;

const KIND_TEXTS = 'apps/console/src/lib/kind-texts.ts';
const ACTIVITY_GRID = 'apps/console/src/features/readings/activity-grid.tsx';
const CHANGE_WORDS = 'packages/i18n/src/change-words.ts';
const METRIC_WORDS = 'packages/i18n/src/metric-words.ts';
const WALK_TEST = 'apps/console/src/features/sentries/walk-test-rules.ts';

/** Entries that are taken out, of records that have to name every aggregation, every kind of alert and every metric. */
const REMOVED = [
  { file: ORACLE, name: 'DELTA', entry: /^ {2}DELTA: .*$/mu },
  { file: ACTIVITY_GRID, name: 'WEATHER_ALERT', entry: /^ {2}WEATHER_ALERT: .*$/mu },
  { file: WALK_TEST, name: 'bluetooth_devices', entry: /^ {2}bluetooth_devices: .*$/mu },
] as const;

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
  for (const { file, entry } of REMOVED) edit(file, (text) => text.replace(entry, ''));
  problems = typeCheck();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** More places than this are not what "declared once" means, beside the row itself. */
const MAX_PLACES = 3;
/** A catalog and its translations are one place: a kind has its texts in each language. */
const placeOf = (file: string): string => file.replace(/\/locales\/[a-z]{2}\//u, '/locales/*/');

/** Where a new kind has to be named, each place once. */
const placesLeftFor = (name: string): string[] => [...new Set(placesNaming(name).map(placeOf))];

describe('the compiler names what is left to do for', () => {
  test.each([
    [
      'operator: its phrases in each language, and the oracle',
      'MADE_UP_OPERATOR',
      ['packages/i18n/src/locales/*/operators.ts', ORACLE],
    ],
    [
      'channel: its icon, its texts in each language, its sender',
      'MADE_UP_CHANNEL',
      [
        'apps/console/src/features/notifications/channel-icon.tsx',
        'apps/console/src/locales/*/channels.ts',
        'apps/server/src/capabilities/notifications/channels/channel-table.ts',
      ],
    ],
    [
      'kind of event: what the console does with it, what is stored of it, how it is sent',
      'madeUpEvent',
      [
        'apps/console/src/events/apply-stream-event.ts',
        'apps/server/src/capabilities/events/event-store.ts',
        'apps/server/src/capabilities/events/stream-event.ts',
      ],
    ],
  ])(`a new %s`, (_what, name, places) => {
    expect(placesLeftFor(name).sort()).toEqual(places.sort());
    expect(places.length).toBeLessThanOrEqual(MAX_PLACES);
  });

  test.each(['MADE_UP_OPERATOR', 'MADE_UP_CHANNEL'])('%s in every language', (name) => {
    const languages = placesNaming(name).flatMap((file) => /\/locales\/([a-z]{2})\//u.exec(file)?.[1] ?? []);
    expect(new Set(languages)).toEqual(new Set(LANGUAGES));
  });

  test('a new kind of alert: its label where the console counts them', () => {
    expect(placesNaming('MADE_UP_ALERT')).toEqual([ACTIVITY_GRID]);
  });

  test('a new metric: its labels, and how a person tests its sensor', () => {
    expect(placesNaming('made_upMetric')).toEqual([WALK_TEST, KIND_TEXTS, CHANGE_WORDS, METRIC_WORDS]);
  });

  test.each(REMOVED)('$name, which is missing in $file', ({ file, name }) => {
    // Where a label is missing, the compiler lists all that there are.
    const labels = [KIND_TEXTS, METRIC_WORDS, CHANGE_WORDS];
    expect(placesNaming(name).filter((place) => !labels.includes(place))).toEqual([file]);
  });

  test('and nothing in any other file', () => {
    const names = ['MADE_UP_OPERATOR', 'MADE_UP_CHANNEL', 'madeUpEvent', 'MADE_UP_ALERT', 'made_upMetric'];
    const named = new Set([...names, ...REMOVED.map(({ name }) => name)].flatMap(placesNaming));
    expect(problems.filter(({ file }) => !named.has(file)).map(({ text }) => text)).toEqual([]);
  });
});
