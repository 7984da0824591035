/** zstd compression; bytes that would grow are stored plain. The first byte is the format. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const PLAIN = 0;
const ZSTD = 1;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_contentSizeFlag]: 0 } };

export function compress(bytes: Buffer): Buffer {
  const compressed = zstdCompressSync(bytes, LEVEL);
  return compressed.length < bytes.length
    ? Buffer.concat([Buffer.of(ZSTD), compressed])
    : Buffer.concat([Buffer.of(PLAIN), bytes]);
}

/** Throws if the bytes were not written by `compress`. */
export function decompress(bytes: Buffer): Buffer {
  const [kind] = bytes;
  if (kind === PLAIN) return bytes.subarray(1);
  if (kind !== ZSTD) throw new RangeError(`packed bytes of kind ${kind} are not known here`);
  return zstdDecompressSync(bytes.subarray(1));
}
