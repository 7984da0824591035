/** The entries of a tar archive (ustar), as streams: what a base backup is stored as, so that common tools can read it. */

const BLOCK = 512;
/** Lengths of the two halves of a path. */
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

export interface TarEntry {
  /** With slashes; of a folder without the last one. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly size: number;
}

/** The header of an entry. Throws where the path is too long for the format. */
export function formatTarHeader({ path, type, size }: TarEntry): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(type === 'folder' ? `${path}/` : path);
  block.write(name, 0);
  block.write(type === 'folder' ? '0000700\0' : '0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(type === 'folder' ? '5' : '0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= NAME_BYTES) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name !== '' && Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return [prefix, name];
  }
  throw new Error(`${path} is too long for an archive`);
}

/** What follows the bytes of an entry. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
export const TAR_END = Buffer.alloc(2 * BLOCK);

const textAt = (block: Buffer, at: number, length: number): string => {
  const end = block.indexOf(0, at);
  return block.toString('utf8', at, end === -1 || end > at + length ? at + length : end);
};

/** null: the end of the archive. Throws where it is no header that formatTarHeader writes. */
function parseTarHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const blank = Buffer.from(block).fill(' ', 148, 156);
  const sum = blank.reduce((total, byte) => total + byte, 0);
  const kind = textAt(block, 156, 1);
  if (Number.parseInt(textAt(block, 148, 8), 8) !== sum || (kind !== '0' && kind !== '5'))
    throw new Error('a header of the archive is damaged');
  const prefix = textAt(block, 345, PREFIX_BYTES);
  const name = textAt(block, 0, NAME_BYTES);
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/\/$/u, '');
  return { path, type: kind === '5' ? 'folder' : 'file', size: Number.parseInt(textAt(block, 124, 12), 8) };
}

/** Reads exactly as many bytes as asked for, whatever the pieces of a stream. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** At most `count` bytes, and at least one. Throws at the end of the stream. */
  async some(count: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next();
      if (done === true) throw new Error('the archive ends too early');
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const piece = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async skipRest(): Promise<void> {
    for (let { done = false } = await this.#pieces.next(); !done; ) ({ done = false } = await this.#pieces.next());
  }

  async exactly(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let missing = count; missing > 0; ) {
      const piece = await this.some(missing);
      pieces.push(piece);
      missing -= piece.length;
    }
    return Buffer.concat(pieces);
  }
}

/** The entries of an archive, each with its bytes, which have to be read before the next. Throws where it is damaged. */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly entry: TarEntry; readonly content: AsyncIterable<Buffer> }> {
  const reader = new ByteReader(source);
  for (;;) {
    const entry = parseTarHeader(await reader.exactly(BLOCK));
    if (entry === null) return reader.skipRest();
    yield { entry, content: contentOf(reader, entry.size) };
    await reader.exactly(tarPadding(entry.size).length);
  }
}

async function* contentOf(reader: ByteReader, size: number): AsyncGenerator<Buffer> {
  for (let missing = size; missing > 0; ) {
    const piece = await reader.some(missing);
    missing -= piece.length;
    yield piece;
  }
}
