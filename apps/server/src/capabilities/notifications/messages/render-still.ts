/**
 * The still of a clip as a small picture for a message: 320 pixels wide, in squares of eight pixels unless the organization wants clear
 * pictures.
 */
import type { MessageStill } from '../../clips/index.ts';
import { jpegSize } from './jpeg-size.ts';

const WIDTH = 320;
const SQUARE = 8;
/** A picture that says it is larger is not opened: it would take too much memory. */
const MAX_SIDE = 4096;

/** null: it is no JPEG, or too large. Throws where it cannot be decoded. */
export async function renderStill({ jpeg, isClear }: MessageStill): Promise<Buffer | null> {
  const size = jpegSize(jpeg);
  if (size === null || size.width < 1 || size.height < 1 || Math.max(size.width, size.height) > MAX_SIDE) return null;
  const height = Math.max(SQUARE, Math.min(WIDTH * 2, Math.round((WIDTH * size.height) / size.width)));
  const source = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  if (isClear) return toPng(source, WIDTH, height, 'optimizeQuality');
  const squares = await toPng(source, WIDTH / SQUARE, Math.ceil(height / SQUARE), 'optimizeQuality');
  return toPng(`data:image/png;base64,${squares.toString('base64')}`, WIDTH, height, 'optimizeSpeed');
}

async function toPng(source: string, width: number, height: number, rendering: string): Promise<Buffer> {
  const { Resvg } = await import('@resvg/resvg-js');
  const image = `<image width="${width}" height="${height}" preserveAspectRatio="none" image-rendering="${rendering}" href="${source}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}
