/** The rows of an import that were rejected, as lines of a file. It is made with the first of them. */
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export interface RejectedRows {
  append(line: string): void;
  /** Resolves once all of it is in the file; false: there is none, or it could not be written. */
  close(): Promise<boolean>;
}

/** `onFailure` is called once, where the file cannot be written: the import goes on, and no more rows are listed. */
export function createRejectedRows(file: string, onFailure: (why: string) => void): RejectedRows {
  let stream: WriteStream | null = null;
  let isLost = false;
  const openFile = (): WriteStream =>
    createWriteStream(file).on('error', ({ message }) => {
      isLost = true;
      onFailure(message);
    });
  return {
    append: (line) => {
      if (isLost) return;
      stream ??= openFile();
      stream.write(`${line}\n`);
    },
    close: async () => {
      if (stream === null) return false;
      stream.end();
      // What fails is passed on above.
      await finished(stream).catch(() => {});
      return !isLost;
    },
  };
}
