/** The files of an export: what the alert says, its readings, its clips. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AlertDetailOut } from '@picket/contracts/types';
import { csvLine } from '@picket/domain/csv';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { readRange, type StoredClip } from '../storage/clip-objects.ts';
import type { ClipPart, PartRow } from '../storage/clip-row.ts';
import type { ZippedFile } from './write-zip.ts';

export interface EvidenceFile extends ZippedFile {
  readonly sha256: string;
}

const NAME_OF: Readonly<Record<ClipPart, string>> = { video: 'video.mp4', still: 'still.jpg', strip: 'strip.jpg' };

export const GUIDE = `This archive holds an alert of Picket with its readings and its video, as they were when it was exported.

manifest.json lists every file with its SHA-256, who exported it and when, the device of each clip, by how much its clock was ahead, what was
masked, and the end of the audit log at that time. manifest.sig is the signature of the manifest.

    alert.json      the alert as its page shows it
    timeline.csv    what happened to it, and when
    readings.csv    readings from 40 minutes before it began to 10 minutes after it ended
    thermal.jsonl   thermal pictures of that time, one a line, row by row, in degrees Celsius; evenly selected where there are more than 500
    clips/          each clip with its still and its film strip

To verify it, without a server or a network:

    picket verify-export <this file> --fingerprint <fingerprint of the installation>

The fingerprint is the proof that the archive comes from that installation. Get it from the operator, not from this archive:
GET /api/v1/version of the installation returns it as evidenceFingerprint.
`;

export function fileOf(path: string, content: string): EvidenceFile {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes: bytes.length, sha256, open: () => Readable.from([bytes], { objectMode: false }) };
}

/** A part of a clip, checked while it is read: bytes that are not those of its row end the export. */
export const fileOfPart = (objects: ObjectStore, clip: StoredClip, part: PartRow): EvidenceFile => ({
  path: `clips/${clip.guid}/${NAME_OF[part.part]}`,
  bytes: part.bytes,
  sha256: part.sha256.toString('hex'),
  open: () => Readable.from(checkedBytes(objects, clip, part), { objectMode: false }),
});

async function* checkedBytes(objects: ObjectStore, clip: StoredClip, part: PartRow): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const chunk of readRange(objects, clip, part, 0, part.bytes)) {
    digest.update(chunk);
    yield chunk;
  }
  if (!digest.digest().equals(part.sha256)) throw new Error(`the ${part.part} of clip ${clip.guid} is damaged`);
}

const HEADER = 'at,sensorMetricId,column,value';

/** The readings with their times, as a table; values are in stored units. */
export const readingsTable = ({ readings }: Pick<AlertDetailOut, 'readings'>): string =>
  `${[HEADER, ...readings.map(({ at, sensorMetricId, column, value }) => [at, sensorMetricId, column, value ?? ''].join(','))].join('\n')}\n`;

/** What happened to the alert: `detail` is JSON. */
export const timelineTable = ({ timeline }: Pick<AlertDetailOut, 'timeline'>): string =>
  `${['at,code,by,detail', ...timeline.map(({ at, code, by, detail }) => csvLine([at, code, by ?? null, JSON.stringify(detail)]))].join('\n')}\n`;
