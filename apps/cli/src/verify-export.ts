/** picket verify-export <file.zip> [--fingerprint <text>]: whether exported evidence is as an installation exported it. Changes nothing. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceFingerprint, isSameFingerprint, loadKeys, verifyExport } from '@picket/server/commands';
import { dataFolder } from './folders.ts';
import { VERIFY_EXPORT_OPTIONS } from './picket/command-options.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: VERIFY_EXPORT_OPTIONS });
function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The fingerprint that the key has to have; null: nothing says which. */
function knownFingerprint(): string | null {
  if (values.fingerprint !== undefined) return values.fingerprint;
  const folder = dataFolder();
  return existsSync(join(folder, 'keys.json')) ? evidenceFingerprint(loadKeys(folder)) : null;
}

const file = resolve(positionals[0] ?? '');
if (!existsSync(file)) fail(`There is no file ${file}.`);
const verified = await verifyExport(file);
if (!verified.isGenuine) fail(`Not genuine: ${verified.problem}.`);
const { manifest, fingerprint } = verified;
const expected = knownFingerprint();
if (expected === null)
  fail(`Unchanged since it was signed. The signer is not verified: its key has the fingerprint ${fingerprint}.
Compare it with that of the installation (GET /api/v1/version), and pass it as --fingerprint.`);
if (!isSameFingerprint(expected, fingerprint))
  fail(`Not genuine: it was signed with another key, whose fingerprint is ${fingerprint}.`);
type Clip = (typeof manifest.clips)[number];

function describeMasks({ isMasked, masks }: Clip): string {
  const cells = Math.max(0, ...masks.map((mask) => mask.cells.reduce((sum, columns) => sum + columns.length, 0)));
  if (!isMasked) return 'not masked';
  return cells === 0 ? 'masked by the device' : `masked: ${cells} cells of the picture`;
}

function describeClip(clip: Clip): string {
  const { guid, startedAt, endedAt, sentry, clockOffsetMs } = clip;
  const device = [sentry.name, sentry.model, sentry.serialNumber].filter((text) => text !== null).join(', ');
  return `Clip ${guid}: ${startedAt} to ${endedAt}, by ${device}; its clock was ${clockOffsetMs} ms ahead; ${describeMasks(clip)}.\n`;
}

process.stdout.write(`Genuine: signed by the installation with the fingerprint ${fingerprint}.
Alert ${manifest.alert.guid} (${manifest.alert.message}), raised ${manifest.alert.raisedAt}.
Exported ${manifest.exportedAt} by ${manifest.exportedBy} of ${manifest.tenant.name}; ${manifest.clips.length} clips, ${manifest.files.length} files.
${manifest.clips.map(describeClip).join('')}The audit log of the organization ended with entry ${manifest.audit.ordinal}; the entry of this export follows.
`);
