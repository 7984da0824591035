/** Whether a base backup leaves enough of the disk free for the database: before it begins, and as long as it is written. */
import { Transform } from 'node:stream';
import { BackupError } from '../backup/backup-folder.ts';

const GIB = 1024 ** 3;
/** Stays free where backups are kept, which may be the disk of the database: the WAL that may wait, and what archiving needs to go on. */
const RESERVE = 2 * GIB;
const CHECK_EVERY_BYTES = 64 * 1024 ** 2;

const inGib = (bytes: number): string => (bytes / GIB).toFixed(1);

/** There is too little room: older base backups may go for it. */
export class NoRoomError extends BackupError {}

/**
 * A base backup is compressed: it takes half of the cluster at most, and hardly ever a quarter more than the one before. `before`: bytes of
 * that one; null: there is none. One that takes more ends while it is written. Throws a NoRoomError where as much and the reserve are not free.
 */
export function assertRoomForBase(free: number, clusterBytes: number, before: number | null): void {
  const needed = Math.min(clusterBytes, before === null ? clusterBytes / 2 : before * 1.25) + RESERVE;
  if (free < needed)
    throw new NoRoomError(
      `${inGib(needed)} GiB have to be free where backups are kept, so that the database can go on, and ${inGib(free)} GiB are`,
    );
}

/** Passes on what it is given, and fails with a NoRoomError as soon as less than the reserve is free. */
export function createRoomGuard(freeBytes: () => Promise<number>, everyBytes = CHECK_EVERY_BYTES): Transform {
  let unchecked = everyBytes;
  const check = async (): Promise<void> => {
    const free = await freeBytes();
    if (free < RESERVE)
      throw new NoRoomError(
        `${inGib(RESERVE)} GiB have to stay free where backups are kept, and ${inGib(free)} GiB were left during the base backup`,
      );
    unchecked = 0;
  };
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      unchecked += piece.length;
      if (unchecked < everyBytes) done(null, piece);
      else
        check().then(
          () => done(null, piece),
          (error: Error) => done(error),
        );
    },
  });
}
