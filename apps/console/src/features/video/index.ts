/** What other features use of video. */
export { useLocationCamera } from './use-location-camera.ts';
