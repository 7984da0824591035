/** What other settings say of the cameras of a location. */
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useLocationCamera } from '../use-location-camera.ts';
import { listCameraFacts } from './camera-facts.ts';
import { cameraStateText } from './camera-state-text.ts';

/** For the card of the location's settings. */
export function useCameraFact(location: string, timezone: string | undefined) {
  const t = useText();
  const formats = useFormats(timezone);
  const { data, error } = useLocationCamera(location);
  const count = data?.cameras.filter(({ hasCamera }) => hasCamera).length ?? 0;
  const state = data === undefined ? undefined : cameraStateText(t, data, formats.dateTime);
  const known = count === 0 ? t('camera.cardCount', { count }) : state;
  return {
    value: data === undefined && error === undefined ? undefined : (known ?? t('camera.unknown')),
    note: t('camera.cardText'),
  };
}

/** For the cards of its devices. */
export function useCameraParts(location: string) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  const cameras = useLocationCamera(location).data?.cameras.filter(({ hasCamera }) => hasCamera) ?? [];
  return {
    hasCameras: cameras.length > 0,
    partsOf: (sentry: string): readonly (readonly [string, string])[] =>
      cameras
        .filter((camera) => camera.sentry === sentry)
        .map((camera) => [t('camera.card'), listCameraFacts(t, formats, camera, now).join(', ')]),
  };
}
