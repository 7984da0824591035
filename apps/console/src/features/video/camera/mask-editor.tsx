/** Paints the privacy mask of a camera over its picture: by pointer, by touch, or by arrow keys and the space bar. */
import { Button } from '@mantine/core';
import type { CameraMaskOut, SentryCameraOut } from '@picket/contracts/types';
import { type ReactNode, useId, useState } from 'react';
import { api, refreshMatching } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useVersionedSave } from '../../../lib/use-save.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { UnsavedChanges } from '../../../ui/unsaved-changes.tsx';
import { withReauthentication } from '../../session/index.ts';
import { countOf, type Grid, GridShapes, gridFrom, isIncluded, useGridPainting } from '../../zones/index.ts';
import { CameraPicture } from './camera-picture.tsx';
import classes from './camera-settings.module.css';
import { MaskTools } from './mask-tools.tsx';
import { refreshLocationCamera } from './use-camera-settings.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: SentryCameraOut;
  readonly isOff: boolean;
  readonly mask: CameraMaskOut;
  readonly onPaint: () => void;
  readonly onClose: () => void;
}

/** In the grid, what is visible is included. */
const toGrid = ({ rows, columns, cells }: CameraMaskOut): Grid =>
  gridFrom(
    rows,
    columns,
    ({ row, column }) => cells[row]?.includes(column) !== true,
    () => true,
  );

const toCells = (grid: Grid): number[][] =>
  Array.from({ length: grid.rows }, (_, row) =>
    Array.from({ length: grid.columns }, (__, column) => column).filter((column) => !isIncluded(grid, { row, column })),
  );

export function MaskEditor({ location, timezone, camera, isOff, mask, onPaint, onClose }: Props) {
  const t = useText();
  const [grid, setGrid] = useState(() => toGrid(mask));
  const isDirty = JSON.stringify(toCells(grid)) !== JSON.stringify(mask.cells);
  const reload = () =>
    refreshMatching('GET /sentries/{guid}/camera-mask', ({ params }) => params.guid === camera.sentry);
  const save = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    await withReauthentication(() =>
      api('PUT /sentries/{guid}/camera-mask', {
        params: { guid: camera.sentry },
        body: { cells: toCells(grid) },
        headers,
      }),
    );
    await Promise.all([reload(), refreshLocationCamera(location)]);
    showToast(t('common.saved'), t('camera.mask.saved'));
    onClose();
  };
  const { busy, problem, submit } = useVersionedSave(mask.last_update_ts, save, reload);
  return (
    <div className="stack">
      {isDirty && <UnsavedChanges />}
      <p className="muted">{t('camera.mask.text')}</p>
      {!camera.supportsMasks && <p className={classes.warning}>{t('camera.mask.unsupported')}</p>}
      <MaskPainting
        grid={grid}
        onChange={(next) => {
          setGrid(next);
          onPaint();
        }}
      >
        {(cells) => (
          <CameraPicture location={location} timezone={timezone} camera={camera} isOff={isOff}>
            {cells}
          </CameraPicture>
        )}
      </MaskPainting>
      <FormProblem problem={problem} />
      <div className="row">
        <Button loading={busy} disabled={!isDirty} onClick={() => void submit()}>
          {t('common.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface PaintingProps {
  readonly grid: Grid;
  readonly onChange: (grid: Grid) => void;
  /** Lays the cells over the picture. */
  readonly children: (cells: ReactNode) => ReactNode;
}

function MaskPainting({ grid, onChange, children }: PaintingProps) {
  const t = useText();
  const formats = useFormats();
  const hint = useId();
  const [isFocused, setFocused] = useState(false);
  const painting = useGridPainting(grid, { readOnly: false, firstMode: 'exclude', onChange });
  const { cursor } = painting;
  const total = grid.rows * grid.columns;
  return (
    <>
      <MaskTools grid={grid} painting={painting} />
      {children(
        <div
          className={classes.grid}
          role="application"
          tabIndex={0}
          aria-label={t('camera.mask.label', {
            rows: formats.number(grid.rows),
            columns: formats.number(grid.columns),
          })}
          aria-describedby={hint}
          {...painting.pointer}
          onPointerCancel={painting.pointer.onPointerUp}
          onKeyDown={painting.onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        >
          <GridShapes grid={grid} id={hint} cursor={isFocused ? cursor : null} />
        </div>,
      )}
      <div className="stack-tight">
        <p className="small muted" id={hint}>
          {t('camera.mask.keys')}
        </p>
        <p className="small num" role="status">
          {t('camera.mask.count', { percent: formats.number(((total - countOf(grid)) / total) * 100) })}
          {isFocused &&
            ` · ${t('camera.mask.cursor', {
              row: formats.number(cursor.row + 1),
              column: formats.number(cursor.column + 1),
              state: t(isIncluded(grid, cursor) ? 'camera.mask.visible' : 'camera.mask.masked'),
            })}`}
        </p>
      </div>
    </>
  );
}
