/** What painting a grid does, and changes of all its cells. */
import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from './grid-editor.module.css';
import { all, type Grid, invert } from './grid-model.ts';
import type { GridPainting, Mode, Tool } from './use-grid-painting.ts';

const TOOLS = ['brush', 'rectangle', 'fill'] as const satisfies readonly Tool[];
const MODES = ['include', 'exclude'] as const satisfies readonly Mode[];

interface Props {
  readonly grid: Grid;
  readonly painting: GridPainting;
}

export function GridTools({ grid, painting }: Props) {
  const t = useText();
  const { tool, setTool, mode, setMode, history } = painting;
  return (
    <div className={`row ${styles.tools}`}>
      <SegmentedChoice
        isSmall
        label={t('zones.tools.mode')}
        options={MODES.map((value) => ({ value, label: t(`zones.mode.${value}`) }))}
        value={mode}
        onChange={setMode}
      />
      <SegmentedChoice
        isSmall
        label={t('zones.tools.tool')}
        options={TOOLS.map((value) => ({ value, label: t(`zones.tool.${value}`) }))}
        value={tool}
        onChange={setTool}
      />
      <Button size="xs" variant="default" onClick={() => history.step(invert(grid))}>
        {t('zones.tools.invert')}
      </Button>
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, true))}>
        {t('zones.tools.all')}
      </Button>
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, false))}>
        {t('zones.tools.none')}
      </Button>
      <Button size="xs" variant="default" disabled={!history.canUndo} onClick={history.undo}>
        {t('zones.tools.undo')}
      </Button>
      <Button size="xs" variant="default" disabled={!history.canRedo} onClick={history.redo}>
        {t('zones.tools.redo')}
      </Button>
    </div>
  );
}
