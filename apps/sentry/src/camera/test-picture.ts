/**
 * The picture of the camera `test`: a room in gray with a clock, a person who walks through while there is motion, and the time of the
 * picture as 40 black or white blocks in its first line, so that a page that shows it can measure how late it is.
 */
import type { PictureFormat } from './camera-input.ts';

/** Blocks across the picture, the highest bit first: milliseconds since 1970, without what 40 bits do not hold. */
const CLOCK_BITS = 40;
const BLACK = 16;
const WHITE = 235;
/** Segments of the digits 0 to 9, as bits: top, top right, bottom right, bottom, bottom left, top left, middle. */
const SEGMENTS = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];
const NEUTRAL_COLOR = 128;
const PERSON_SECONDS = 8;

/** Draws pictures in YUV 4:2:0, each into the same memory. */
export class TestPicture {
  readonly #width: number;
  readonly #height: number;
  readonly #background: Uint8Array;
  readonly #picture: Uint8Array;

  constructor({ width, height }: Pick<PictureFormat, 'width' | 'height'>) {
    this.#width = width;
    this.#height = height;
    this.#picture = new Uint8Array((width * height * 3) / 2).fill(NEUTRAL_COLOR);
    this.#drawRoom();
    this.#background = this.#picture.slice();
  }

  /** The picture at `at`. `hasMotion`: somebody walks through. Valid until the next one is drawn. */
  draw(at: number, hasMotion: boolean): Uint8Array {
    this.#picture.set(this.#background);
    if (hasMotion) this.#drawPerson(at);
    this.#drawDigits(new Date(at).toISOString().slice(11, 19));
    this.#drawBlocks(at);
    return this.#picture;
  }

  #drawRoom(): void {
    for (let y = 0; y < this.#height; y += 1) {
      const wall = 60 + Math.round((50 * y) / this.#height);
      this.#picture.fill(wall, y * this.#width, (y + 1) * this.#width);
    }
    this.#fill(0, 0.78, 1, 0.22, 80);
    for (const x of [0.06, 0.2, 0.34, 0.72, 0.86]) {
      this.#fill(x, 0.3, 0.1, 0.52, 40);
      for (let shelf = 0; shelf < 6; shelf += 1) this.#fill(x + 0.01, 0.33 + shelf * 0.08, 0.08, 0.02, 110);
    }
  }

  #drawPerson(at: number): void {
    const share = ((at / 1000) % PERSON_SECONDS) / PERSON_SECONDS;
    const x = -0.1 + 1.2 * share;
    this.#fill(x, 0.38, 0.05, 0.1, 190);
    this.#fill(x - 0.02, 0.49, 0.09, 0.24, 170);
    this.#fill(x - 0.01, 0.73, 0.03, 0.18, 150);
    this.#fill(x + 0.03, 0.73, 0.03, 0.18, 150);
  }

  /** The time in digits of seven segments: no font is needed. */
  #drawDigits(time: string): void {
    const [width, height, bar] = [0.03, 0.1, 0.006];
    let x = 0.34;
    for (const character of time) {
      if (character === ':') {
        for (const y of [0.17, 0.21]) this.#fill(x + 0.005, y, bar, bar * 1.6, WHITE);
        x += 0.02;
        continue;
      }
      const segments = SEGMENTS[Number(character)] ?? 0;
      const bars: [number, number, number, number][] = [
        [0, 0, width, bar],
        [width - bar, 0, bar, height / 2],
        [width - bar, height / 2, bar, height / 2],
        [0, height - bar, width, bar],
        [0, height / 2, bar, height / 2],
        [0, 0, bar, height / 2],
        [0, height / 2, width, bar],
      ];
      for (const [index, [left, top, w, h]] of bars.entries())
        if (segments & (1 << index)) this.#fill(x + left, 0.14 + top, w, h, WHITE);
      x += width + 0.012;
    }
  }

  #drawBlocks(at: number): void {
    const side = this.#width / CLOCK_BITS;
    const bits = BigInt(Math.round(at));
    for (let block = 0; block < CLOCK_BITS; block += 1) {
      const isSet = (bits >> BigInt(CLOCK_BITS - 1 - block)) & 1n;
      const [from, to] = [Math.round(block * side), Math.round((block + 1) * side)];
      for (let y = 0; y < Math.round(side); y += 1)
        this.#picture.fill(isSet ? WHITE : BLACK, y * this.#width + from, y * this.#width + to);
    }
  }

  /** A rectangle in shares of the picture's sides. */
  #fill(x: number, y: number, width: number, height: number, brightness: number): void {
    const from = Math.max(0, Math.round(x * this.#width));
    const to = Math.min(this.#width, Math.round((x + width) * this.#width));
    if (to <= from) return;
    const bottom = Math.min(this.#height, Math.round((y + height) * this.#height));
    for (let line = Math.round(y * this.#height); line < bottom; line += 1)
      this.#picture.fill(brightness, line * this.#width + from, line * this.#width + to);
  }
}

/**
 * When a picture was drawn, read from its blocks; `now`: within 17 years of it. `brightness`: one byte a pixel, line after line.
 */
export function readPictureTime(brightness: Uint8Array, width: number, now: number): number {
  const side = width / CLOCK_BITS;
  const line = Math.floor(side / 2) * width;
  let bits = 0n;
  for (let block = 0; block < CLOCK_BITS; block += 1) {
    const pixel = brightness[line + Math.floor((block + 0.5) * side)] ?? 0;
    bits = (bits << 1n) | (pixel > (BLACK + WHITE) / 2 ? 1n : 0n);
  }
  const cycle = 2 ** CLOCK_BITS;
  return Number(bits) + Math.round((now - Number(bits)) / cycle) * cycle;
}
