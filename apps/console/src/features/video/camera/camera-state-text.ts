import type { LocationCameraOut } from '@picket/contracts/types';
import type { Translator } from '../../../lib/texts.ts';

/** How the cameras are now. */
export function cameraStateText(
  t: Translator,
  { isOff, offUntil }: Pick<LocationCameraOut, 'isOff' | 'offUntil'>,
  format: (at: string) => string,
): string {
  if (!isOff) return t('camera.on');
  return offUntil === undefined ? t('camera.off') : t('camera.offUntil', { time: format(offUntil) });
}
