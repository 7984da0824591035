/** What painting a privacy mask does, and changes of all its cells. */
import { Button } from '@mantine/core';
import { useText } from '../../../lib/texts.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { all, type Grid, type GridPainting } from '../../zones/index.ts';

interface Props {
  readonly grid: Grid;
  readonly painting: GridPainting;
}

export function MaskTools({ grid, painting }: Props) {
  const t = useText();
  const { tool, setTool, mode, setMode, history } = painting;
  return (
    <div className="row">
      <SegmentedChoice
        isSmall
        label={t('camera.mask.mode')}
        options={[
          { value: 'exclude', label: t('camera.mask.hide') },
          { value: 'include', label: t('camera.mask.show') },
        ]}
        value={mode}
        onChange={setMode}
      />
      <SegmentedChoice
        isSmall
        label={t('camera.mask.tool')}
        options={[
          { value: 'brush', label: t('camera.mask.brush') },
          { value: 'rectangle', label: t('camera.mask.rectangle') },
        ]}
        value={tool}
        onChange={setTool}
      />
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, false))}>
        {t('camera.mask.all')}
      </Button>
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, true))}>
        {t('camera.mask.none')}
      </Button>
      <Button size="xs" variant="default" disabled={!history.canUndo} onClick={history.undo}>
        {t('camera.mask.undo')}
      </Button>
      <Button size="xs" variant="default" disabled={!history.canRedo} onClick={history.redo}>
        {t('camera.mask.redo')}
      </Button>
    </div>
  );
}
