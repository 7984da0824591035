/** Why bytes are not a video that Picket takes. The message says it in words for the device's maker. */
export class MediaError extends Error {
  readonly reason: MediaProblem;

  constructor(reason: MediaProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

export const MEDIA_PROBLEMS = ['NOT_MP4', 'TRUNCATED', 'TOO_LARGE', 'NO_VIDEO', 'H265', 'CODEC', 'AUDIO'] as const;
export type MediaProblem = (typeof MEDIA_PROBLEMS)[number];
