/** Painting a grid by pointer and by keyboard, with a tool and with steps to undo. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { cellAt } from '../../ui/cell-at.ts';
import { fill, type Grid, isIncluded, rectangle, type Spot, stroke } from './grid-model.ts';
import { useUndo } from './use-undo.ts';

export type Tool = 'brush' | 'rectangle' | 'fill';
/** Whether painted cells become part of the zone or not. */
export type Mode = 'include' | 'exclude';

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Drag {
  readonly start: Spot;
  readonly last: Spot;
  readonly before: Grid;
  readonly now: Grid;
}

export function useGridPainting(
  grid: Grid,
  readOnly: boolean,
  onChange: (grid: Grid) => void,
  firstMode: Mode = 'include',
) {
  const [tool, setTool] = useState<Tool>('brush');
  const [mode, setMode] = useState<Mode>(firstMode);
  const [cursor, setCursor] = useState<Spot>({ row: Math.floor(grid.rows / 2), column: Math.floor(grid.columns / 2) });
  const history = useUndo(grid, onChange);
  // A drag is one step to undo, however many cells it paints.
  const drag = useRef<Drag | null>(null);
  const isOn = mode === 'include';
  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (readOnly) return;
      const spot = cellAt(event, grid.rows, grid.columns);
      setCursor(spot);
      if (tool === 'fill') {
        history.step(fill(grid, spot, isOn));
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      const now = stroke(grid, spot, spot, isOn);
      drag.current = { start: spot, last: spot, before: grid, now };
      onChange(now);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (drag.current === null) return;
      const { start, last, before, now } = drag.current;
      const spot = cellAt(event, grid.rows, grid.columns);
      setCursor(spot);
      const next = tool === 'rectangle' ? rectangle(before, start, spot, isOn) : stroke(now, last, spot, isOn);
      drag.current = { start, last: spot, before, now: next };
      onChange(next);
    },
    onPointerUp: (): void => {
      if (drag.current !== null) history.remember(drag.current.before);
      drag.current = null;
    },
  };
  /** With `isPainting` the cursor paints where it goes. */
  const moveCursor = ([rows, columns]: readonly [number, number], isPainting: boolean): void => {
    const spot = {
      row: Math.min(grid.rows - 1, Math.max(0, cursor.row + rows)),
      column: Math.min(grid.columns - 1, Math.max(0, cursor.column + columns)),
    };
    setCursor(spot);
    if (isPainting) history.step(stroke(grid, cursor, spot, isOn));
  };
  const paintAtCursor = (): void =>
    history.step(tool === 'fill' ? fill(grid, cursor, isOn) : stroke(grid, cursor, cursor, !isIncluded(grid, cursor)));
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    const shortcut = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : null;
    if (move !== undefined) moveCursor(move, event.shiftKey && !readOnly);
    else if (readOnly) return;
    else if (event.key === ' ' || event.key === 'Enter') paintAtCursor();
    else if (shortcut === 'z' && !event.shiftKey) history.undo();
    else if (shortcut === 'z' || shortcut === 'y') history.redo();
    else return;
    event.preventDefault();
  };
  return { tool, setTool, mode, setMode, cursor, history, pointer, onKeyDown };
}

export type GridPainting = ReturnType<typeof useGridPainting>;
