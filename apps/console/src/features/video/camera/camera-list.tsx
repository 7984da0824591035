/** The cameras of a location: how each is connected, what is masked, and its two editors. */
import { Button } from '@mantine/core';
import type { CameraMaskOut, LocationCameraOut, SentryCameraOut } from '@picket/contracts/types';
import { useState } from 'react';
import { problemText } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../../../ui/problem.tsx';
import { hidden } from '../../../ui/rich-tags.tsx';
import { CalibrationEditor } from './calibration-editor.tsx';
import { listCameraFacts } from './camera-facts.ts';
import { MaskEditor } from './mask-editor.tsx';
import { useCameraMask } from './use-camera-settings.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: LocationCameraOut;
}

export function CameraList({ location, timezone, camera }: Props) {
  const t = useText();
  const cameras = camera.cameras.filter(({ hasCamera }) => hasCamera);
  return (
    <section className="stack" aria-label={t('camera.cameras')}>
      <h2>{t('camera.cameras')}</h2>
      {cameras.length === 0 && <p className="card pad muted">{t('camera.noneText')}</p>}
      {cameras.map((one) => (
        <CameraCard key={one.sentry} location={location} timezone={timezone} camera={one} isOff={camera.isOff} />
      ))}
    </section>
  );
}

interface CardProps {
  readonly location: string;
  readonly timezone: string;
  readonly camera: SentryCameraOut;
  readonly isOff: boolean;
}

function CameraCard(props: CardProps) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  const [open, setOpen] = useState<'mask' | 'fit' | null>(null);
  const { camera } = props;
  const { name } = camera;
  const close = (): void => setOpen(null);
  return (
    <section className="card section" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        <span className="small muted num facts grow-text">
          {listCameraFacts(t, formats, camera, now).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
        <Button
          size="xs"
          variant="default"
          aria-pressed={open === 'mask'}
          onClick={() => setOpen(open === 'mask' ? null : 'mask')}
        >
          {t.rich('camera.editMask', { sentry: name, hidden })}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-pressed={open === 'fit'}
          onClick={() => setOpen(open === 'fit' ? null : 'fit')}
        >
          {t.rich('camera.fit', { sentry: name, hidden })}
        </Button>
      </div>
      {!camera.supportsMasks && <p className="small muted">{t('camera.noMasking')}</p>}
      {open === 'mask' && <LoadedMask {...props} onClose={close} />}
      {open === 'fit' && <CalibrationEditor {...props} onClose={close} />}
    </section>
  );
}

function LoadedMask(props: CardProps & { readonly onClose: () => void }) {
  const t = useText();
  const { data, error, mutate } = useCameraMask(props.camera.sentry);
  // The revision that was painted on: what is painted stays, whatever another user saves meanwhile.
  const [painted, setPainted] = useState<CameraMaskOut['revision'] | null>(null);
  if (data !== undefined) {
    const revision = painted ?? data.revision;
    return <MaskEditor key={revision} {...props} mask={data} onPaint={() => setPainted(revision)} />;
  }
  if (error !== undefined)
    return <Problem title={t('camera.mask.loadProblem')} text={problemText(error)} onRetry={() => void mutate()} />;
  return <div className="skeleton" style={{ height: 360 }} aria-hidden="true" />;
}
