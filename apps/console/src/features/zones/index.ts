/** What other features use of zones: painting cells over a picture. */
export { all, countOf, type Grid, gridFrom, isIncluded } from './grid-model.ts';
export { GridShapes } from './grid-shapes.tsx';
export { type GridPainting, useGridPainting } from './use-grid-painting.ts';
