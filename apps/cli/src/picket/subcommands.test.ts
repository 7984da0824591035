import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ROOT } from '../folders.ts';
import { askPassword } from '../terminal/ask-password.ts';
import { problemWith } from './check-arguments.ts';
import { formatHelpOf } from './command-help.ts';
import { findSubcommand, SUBCOMMANDS } from './subcommands.ts';

const NAMES = SUBCOMMANDS.map(({ name }) => name);

function picket(...args: readonly string[]) {
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const ended = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', PICKET_DATA_DIR: '/nonexistent/picket', DATABASE_URL: '' },
  });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

test('the list of commands has each with its purpose', () => {
  const { code, out } = picket('--help');
  expect(code).toBe(0);
  for (const { name, purpose } of SUBCOMMANDS) expect(out).toMatch(new RegExp(`^  ${name} +${purpose}$`, 'mu'));
});

test('a command explains itself', () => {
  for (const args of [
    ['admin', '--help'],
    ['help', 'admin'],
  ]) {
    const { code, out } = picket(...args);
    expect([code, out.includes('reads the new password from standard input')], args.join(' ')).toEqual([0, true]);
  }
  for (const command of SUBCOMMANDS) {
    for (const form of command.usage)
      expect(formatHelpOf(command)).toContain(`picket ${command.name} ${form}`.trimEnd());
    for (const option of Object.keys(command.options ?? {}))
      if (!command.given?.includes(`--${option}`) && !(command.name === 'verify' && option === 'replace'))
        expect(command.help, `${command.name} --${option}`).toContain(`  --${option} `);
  }
});

test('what is no command, or has wrong arguments, ends with 2 and says what there is', () => {
  for (const args of [[], ['nope'], ['help', 'nope']]) {
    const { code, out, err } = picket(...args);
    expect([code, out], args.join(' ')).toEqual([2, '']);
    for (const name of NAMES) expect(err).toMatch(new RegExp(`^  ${name} `, 'mu'));
  }
  const { code, err } = picket('fsck', 'nope');
  expect([code, err]).toEqual([2, 'nope: that is too much.\nusage: picket fsck\n']);
});

test('arguments are checked before a program is loaded', () => {
  const problem = (...[name = '', ...args]: readonly string[]) => {
    const command = findSubcommand(name);
    return command === undefined ? 'no command' : problemWith(command, args);
  };
  expect(problem('backup', '--nope')).toContain("Unknown option '--nope'");
  expect(problem('restore', 'one', 'two')).toBe('two: that is too much.');
  expect(problem('restore', '--keys')).toContain("'--keys <value>' argument missing");
  expect(problem('import')).toBe('Something is missing.');
  expect(problem('admin', 'reset-password')).toBe('Something is missing.');
  expect(problem('admin', 'nope', 'a@b.example')).toBe('nope is none of reset-password, remove-second-factor.');
  for (const good of [
    ['backup'],
    ['backup', '/somewhere'],
    ['restore', 'one', '--replace', '--keys', 'keys.json'],
    ['verify', '--fingerprint', '12'],
    ['fsck'],
    ['import', 'a.csv', '--map', 'a=b.c', '--map', 'd=e.f', '--utc'],
    ['admin', 'reset-password', 'a@b.example'],
  ])
    expect(problem(...good), good.join(' ')).toBe(null);
});

test('README and package.json have the same commands', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `picket (?<name>[a-z-]+)/gmu)].map(({ groups }) => groups?.name ?? '');
  expect([...new Set(rows)].sort()).toEqual([...NAMES].sort());
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const command of Object.values(scripts)) {
    const name = /picket\.ts (\S+)/u.exec(command)?.[1];
    if (name !== undefined) expect(NAMES).toContain(name);
  }
});

test('a password is the first line of the input, which may end without one', async () => {
  const ask = async (piped: string) => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.end(piped);
    const password = await askPassword('New password', { input, output });
    output.end();
    return [password, await text(output)];
  };
  const prompt = 'New password: reading one line from standard input …\n';
  expect(await ask('seven quiet rooms\nanother line\n')).toEqual(['seven quiet rooms', prompt]);
  expect(await ask('')).toEqual(['', prompt]);
});

test('a password that is typed is not shown', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = new PassThrough();
  const asked = askPassword('New password', { input, output });
  input.write('seven quiet rooms\r');
  expect(await asked).toBe('seven quiet rooms');
  output.end();
  expect(await text(output)).toBe('New password (it is not shown): \n');
});
