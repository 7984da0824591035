/** Fits the thermal picture over that of the camera, by two corners: dragged, or moved with the arrow keys. */
import { Button, Slider } from '@mantine/core';
import type { SentryCameraOut } from '@picket/contracts/types';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useVersionedSave } from '../../../lib/use-save.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useThermalFrames } from '../../readings/index.ts';
import { ThermalOverlay } from '../thermal-overlay.tsx';
import { CameraPicture } from './camera-picture.tsx';
import classes from './camera-settings.module.css';
import { type CornerName, type Fit, moveCorner, WHOLE_PICTURE } from './thermal-fit.ts';
import { refreshLocationCamera } from './use-camera-settings.ts';

const DEFAULT_STRENGTH = 0.55;
const CORNERS: readonly CornerName[] = ['topLeft', 'bottomRight'];
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = 0.005;
const LARGE_STEP = 0.05;

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: SentryCameraOut;
  readonly isOff: boolean;
  readonly onClose: () => void;
}

export function CalibrationEditor({ location, timezone, camera, isOff, onClose }: Props) {
  const t = useText();
  const formats = useFormats();
  const { shown } = useThermalFrames(camera.sentry, 0);
  const [fit, setFit] = useState<Fit>(camera.calibration ?? WHOLE_PICTURE);
  const [strength, setStrength] = useState(DEFAULT_STRENGTH);
  const isWhole = JSON.stringify(fit) === JSON.stringify(WHOLE_PICTURE);
  const reload = () => refreshLocationCamera(location);
  const save = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const body = { calibration: isWhole ? null : fit };
    await api('PUT /sentries/{guid}/camera-calibration', { params: { guid: camera.sentry }, body, headers });
    await reload();
    showToast(t('common.saved'));
    onClose();
  };
  const { busy, problem, submit } = useVersionedSave(camera.last_update_ts, save, reload);
  return (
    <div className="stack">
      <p className="muted">{t('camera.fit.text')}</p>
      {shown === null && <p className={classes.warning}>{t('camera.fit.noThermal')}</p>}
      <CameraPicture location={location} timezone={timezone} camera={camera} isOff={isOff}>
        {shown !== null && <ThermalOverlay {...shown} strength={strength} calibration={fit} />}
        <Corners fit={fit} onChange={setFit} />
      </CameraPicture>
      <div className="row">
        <span id="fit-strength">{t('camera.fit.strength')}</span>
        <Slider
          className={classes.slider ?? ''}
          aria-labelledby="fit-strength"
          thumbLabel={t('camera.fit.strength')}
          label={null}
          min={0}
          max={100}
          step={5}
          value={Math.round(strength * 100)}
          onChange={(percent) => setStrength(percent / 100)}
        />
        <span className="num">{t('clips.percent', { percent: formats.number(strength * 100) })}</span>
        <Button size="xs" variant="default" disabled={isWhole} onClick={() => setFit(WHOLE_PICTURE)}>
          {t('camera.fit.reset')}
        </Button>
      </div>
      <p className="small muted">{t('camera.fit.keys')}</p>
      <FormProblem problem={problem} />
      <div className="row">
        <Button loading={busy} onClick={() => void submit()}>
          {t('common.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** The two corners of the thermal picture. */
function Corners({ fit, onChange }: { readonly fit: Fit; readonly onChange: (fit: Fit) => void }) {
  const t = useText();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const drag = (corner: CornerName, { clientX, clientY }: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined) return;
    onChange(moveCorner(fit, corner, { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }));
  };
  const press = (corner: CornerName, event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const { x, y } = fit[corner];
    onChange(moveCorner(fit, corner, { x: x + arrow[0] * step, y: y + arrow[1] * step }));
  };
  return (
    <div ref={frame} className={classes.corners}>
      {CORNERS.map((corner) => {
        const { x, y } = fit[corner];
        const place = t('camera.fit.corner', { x: formats.number(x * 100, 1), y: formats.number(y * 100, 1) });
        return (
          <button
            key={corner}
            type="button"
            className={classes.corner}
            data-corner={corner}
            aria-label={`${t(`camera.fit.${corner}`)}: ${place}`}
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
            onKeyDown={(event) => press(corner, event)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(corner, event);
            }}
          />
        );
      })}
    </div>
  );
}
