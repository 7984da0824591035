/** What is known of a camera, in a few words each. */
import type { SentryCameraOut } from '@picket/contracts/types';
import type { Formats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';

export function listCameraFacts(
  t: Translator,
  formats: Formats,
  { channel, width, height, ringSeconds, isMasked }: SentryCameraOut,
  now: number,
): readonly string[] {
  return [
    channel === undefined ? t('camera.notConnected') : t('camera.connected', { ago: formats.ago(channel.seenAt, now) }),
    ...(width === undefined || height === undefined
      ? []
      : [t('camera.picture', { width: formats.number(width), height: formats.number(height) })]),
    ...(ringSeconds === undefined ? [] : [t('camera.ring', { duration: formats.duration(ringSeconds * 1000) })]),
    t(isMasked ? 'camera.isMasked' : 'camera.notMasked'),
  ];
}
