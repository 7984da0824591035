/** The pictures of a clip, of this camera or of Frigate: pixels, and where its still is taken. */
export const STILL_WIDTH = 640;
export const STRIP_IMAGE_WIDTH = 160;
/** Before the alert: what is recorded first. */
export const STILL_AT_SHARE = 0.4;
