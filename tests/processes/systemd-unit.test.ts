/** The unit of deploy/systemd: systemd understands it, and it says what docs/operations.md promises. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultBackupFolder } from '../../apps/server/src/platform/config/storage-settings.ts';
import { ROOT } from '../support/server-process.ts';

const unit = readFileSync(join(ROOT, 'deploy/systemd/picket.service'), 'utf8');
const settings = new Map(
  [...unit.matchAll(/^(\w+)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value] as const),
);

test('the server never stays down, has time to stop, and runs without rights', () => {
  expect(settings.get('Restart')).toBe('always');
  expect(settings.get('StartLimitIntervalSec')).toBe('0');
  expect(settings.get('KillMode')).toBe('mixed');
  const [, graceMs] = /GRACE_MS = ([\d_]+)/u.exec(readFileSync(join(ROOT, 'apps/server/src/main.ts'), 'utf8')) ?? [];
  // Postgres has a minute after the server's grace.
  const least = Number(graceMs?.replaceAll('_', '')) / 1000 + 60;
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(least);
  expect(settings.get('User')).toBe('picket');
  expect(settings.get('NoNewPrivileges')).toBe('true');
  expect(settings.get('CapabilityBoundingSet')).toBe('');
  expect(settings.get('ProtectSystem')).toBe('strict');
  // It may write its data and, beside them, its backups.
  const data = '/var/lib/picket';
  expect(settings.get('Environment')).toContain(`PICKET_DATA_DIR=${data}`);
  expect(settings.get('ReadWritePaths')).toBe(`${data} ${defaultBackupFolder(data)}`);
  expect(settings.get('StateDirectory')).toBe('picket picket-backups');
});

test('the manual runs commands as the user of the unit, with its settings', () => {
  const manual = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const [, command = ''] = /^(sudo systemd-run [^\n]+\\\n[^\n]+)$/mu.exec(manual) ?? [];
  expect(command).toContain(`--uid=${settings.get('User')} `);
  for (const name of ['EnvironmentFile', 'WorkingDirectory'])
    expect(command).toContain(`-p ${name}=${settings.get(name)} `);
  expect(command).toContain('--setenv=PICKET_DATA_DIR=/var/lib/picket ');
});

test('systemd finds nothing wrong with it', ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-unit-'));
  try {
    const path = join(folder, 'picket.service');
    // The programs it names have to exist where it is looked at.
    writeFileSync(path, unit.replaceAll('/opt/picket/', ROOT));
    const verdict = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    if (verdict.error) skip('systemd-analyze is not on this machine');
    const about = verdict.stderr.split('\n').filter((line) => line.includes('picket'));
    expect(about).toEqual([]);
    expect(verdict.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
