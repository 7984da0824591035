/** A zip of files that are stored, not compressed. The same files make the same bytes: nothing in it depends on when or where it is made. */
import { PassThrough, type Readable } from 'node:stream';

export interface ZippedFile {
  readonly path: string;
  readonly bytes: number;
  readonly open: () => Readable;
}

/** Before the first date that a zip can have, in every time zone: all files have that date. */
const MTIME = new Date(0);
const MODE = 0o100644;

/** Files are opened one after the other, as the reader takes them. An error of one ends the stream with it. */
export async function writeZip(files: readonly ZippedFile[]): Promise<Readable> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  // Nothing else listens to the errors of a source.
  const openWatched = (open: () => Readable): Readable => open().on('error', (error) => output.destroy(error));
  for (const { path, bytes, open } of files)
    zip.addReadStreamLazy(
      path,
      { size: bytes, compress: false, mtime: MTIME, mode: MODE, forceDosTimestamp: true },
      (callback) => callback(null, openWatched(open)),
    );
  zip.end();
  zip.on('error', (error: Error) => output.destroy(error));
  zip.outputStream.pipe(output);
  return output;
}
