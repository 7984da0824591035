/** The width and height that a JPEG says it has. Pure. */

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Segments without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Segments that begin a picture; c4, c8 and cc mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** null: it says none before its picture begins, or is no JPEG. */
export function jpegSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isBare(marker)) at += 2;
    else if (isFrame(marker))
      return at + 9 <= bytes.length ? { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) } : null;
    else if (marker === 0xda || marker === 0xd9) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
