/** What is painted behind and over the lines of a graph, in the page's own colors. */
import type uPlot from 'uplot';

export type BandKind = 'quiet' | 'offline' | 'down' | 'alert';

export interface Band {
  readonly kind: BandKind;
  readonly from: number;
  readonly to: number;
}

export interface Limit {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

export interface DeviceChange {
  readonly at: number;
  readonly label: string;
}

interface Annotations {
  readonly from: number;
  readonly to: number;
  readonly bands: readonly Band[];
  readonly limits: readonly Limit[];
  readonly deviceChanges: readonly DeviceChange[];
}

/** A color of the theme that is in use now. */
export const cssToken = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Stretches behind the lines: gray for quiet hours, hatched where nothing is known, darker where the server was away. */
export function drawBackground(plot: uPlot, { bands, from, to }: Annotations): void {
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  const x = (at: number): number => left + ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width;
  ctx.save();
  for (const band of bands) {
    const begin = x(band.from);
    const wide = Math.max(1, x(band.to) - begin);
    if (band.kind === 'offline' || band.kind === 'down') {
      ctx.fillStyle = createHatch(
        ctx,
        band.kind === 'down' ? cssToken('--text') : cssToken('--faint'),
        band.kind === 'down',
      );
      ctx.fillRect(begin, top, wide, height);
    } else {
      ctx.fillStyle = band.kind === 'quiet' ? cssToken('--quiet') : cssToken('--critical-soft');
      ctx.fillRect(begin, top, wide, height);
    }
  }
  ctx.restore();
}

function createHatch(ctx: CanvasRenderingContext2D, color: string, isDense: boolean): CanvasPattern | string {
  const size = Math.round((isDense ? 5 : 9) * devicePixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const tileContext = tile.getContext('2d');
  if (tileContext === null) return color;
  tileContext.strokeStyle = color;
  tileContext.globalAlpha = isDense ? 0.4 : 0.28;
  tileContext.lineWidth = devicePixelRatio;
  tileContext.beginPath();
  for (const shift of [-size, 0, size]) {
    tileContext.moveTo(shift, size);
    tileContext.lineTo(shift + size, 0);
  }
  tileContext.stroke();
  return ctx.createPattern(tile, 'repeat') ?? color;
}

/** Draws former limits and device changes over the lines. */
export function drawForeground(plot: uPlot, { limits, deviceChanges, from, to }: Annotations): void {
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  const x = (at: number): number => left + ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = cssToken('--critical');
  ctx.globalAlpha = 0.75;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const limit of limits) {
    const y = plot.valToPos(limit.value, 'y', true);
    ctx.beginPath();
    ctx.moveTo(x(limit.from), y);
    ctx.lineTo(x(limit.to), y);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  ctx.strokeStyle = cssToken('--muted');
  ctx.fillStyle = cssToken('--muted');
  ctx.font = `${11 * devicePixelRatio}px "Inter Variable", system-ui, sans-serif`;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const { at, label } of deviceChanges) {
    ctx.beginPath();
    ctx.moveTo(x(at), top);
    ctx.lineTo(x(at), top + height);
    ctx.stroke();
    ctx.fillText(label, x(at) + 4 * devicePixelRatio, top + 12 * devicePixelRatio);
  }
  ctx.restore();
}
