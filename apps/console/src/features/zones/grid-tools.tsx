/** What painting a grid does, and changes of all its cells. */
import { Button } from '@mantine/core';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { all, type Grid, invert } from './grid-model.ts';
import type { GridPainting } from './use-grid-painting.ts';

const TOOLS = [
  { value: 'brush', label: 'Brush' },
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'fill', label: 'Fill' },
] as const;
const MODES = [
  { value: 'include', label: 'Include' },
  { value: 'exclude', label: 'Exclude' },
] as const;

interface Props {
  readonly grid: Grid;
  readonly painting: GridPainting;
}

export function GridTools({ grid, painting }: Props) {
  const { tool, setTool, mode, setMode, history } = painting;
  return (
    <div className="row grid-tools">
      <SegmentedChoice isSmall label="What painting does" options={MODES} value={mode} onChange={setMode} />
      <SegmentedChoice isSmall label="Tool" options={TOOLS} value={tool} onChange={setTool} />
      <Button size="xs" variant="default" onClick={() => history.step(invert(grid))}>
        Invert
      </Button>
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, true))}>
        All
      </Button>
      <Button size="xs" variant="default" onClick={() => history.step(all(grid, false))}>
        None
      </Button>
      <Button size="xs" variant="default" disabled={!history.canUndo} onClick={history.undo}>
        Undo
      </Button>
      <Button size="xs" variant="default" disabled={!history.canRedo} onClick={history.redo}>
        Redo
      </Button>
    </div>
  );
}
