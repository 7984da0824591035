/** What `--camera` names, and the picture that is wanted of it. */
export type CameraInput =
  /** A picture that is drawn here, with the time burnt into it. */
  | { readonly kind: 'test' }
  /** A recorded file, over and over. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'rtsp'; readonly address: string }
  /** A camera of this machine (Video4Linux). */
  | { readonly kind: 'device'; readonly path: string };

export interface PictureFormat {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly bitsPerSecond: number;
}

export const DEFAULT_FORMAT: PictureFormat = {
  width: 1280,
  height: 720,
  framesPerSecond: 15,
  bitsPerSecond: 1_000_000,
};

/** Bits a second that such a picture needs: 1 Mbit/s for the default one. */
const BITS_PER_PIXEL =
  DEFAULT_FORMAT.bitsPerSecond / (DEFAULT_FORMAT.width * DEFAULT_FORMAT.height * DEFAULT_FORMAT.framesPerSecond);
const MIN_BITS_PER_SECOND = 100_000;

/** The input of a value of `--camera`. */
export function parseCameraInput(value: string): CameraInput {
  if (value === 'test') return { kind: 'test' };
  if (/^rtsps?:\/\//u.test(value)) return { kind: 'rtsp', address: value };
  if (value.startsWith('v4l2:')) return { kind: 'device', path: value.slice('v4l2:'.length) };
  return { kind: 'file', path: value };
}

/** The format of a value such as `1280x720@15`; null: it is none. H.264 takes even sides, and the clock 40 blocks. */
export function parsePictureFormat(value: string): PictureFormat | null {
  const [, width = 0, height = 0, framesPerSecond = 0] = (/^(\d+)x(\d+)@(\d+)$/u.exec(value) ?? []).map(Number);
  const isPossible =
    width >= 160 && width <= 1920 && height >= 90 && height <= 1080 && framesPerSecond >= 1 && framesPerSecond <= 30;
  if (!isPossible || width % 2 > 0 || height % 2 > 0) return null;
  const bits = Math.round(BITS_PER_PIXEL * width * height * framesPerSecond);
  return { width, height, framesPerSecond, bitsPerSecond: Math.max(MIN_BITS_PER_SECOND, bits) };
}

/** What may be written to the terminal: without a password of the camera. */
export function describeInput(input: CameraInput): string {
  if (input.kind === 'test') return 'the test picture';
  if (input.kind === 'rtsp') return input.address.replace(/\/\/[^@/]*@/u, '//');
  return input.path;
}
