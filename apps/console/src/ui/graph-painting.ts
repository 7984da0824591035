/** What is painted behind and over the lines of a graph, in the page's own colours. */
import type uPlot from 'uplot';

export type BandKind = 'quiet' | 'lost' | 'down' | 'alert';

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

interface Painted {
  readonly from: number;
  readonly to: number;
  readonly bands: readonly Band[];
  readonly limits: readonly Limit[];
  readonly deviceChanges: readonly DeviceChange[];
}

/** A colour of the theme that is in use now. */
export const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Stretches behind the lines: grey for quiet hours, hatched where nothing is known, darker where the server was away. */
export function drawBackground(plot: uPlot, { bands, from, to }: Painted): void {
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  const x = (at: number): number => left + ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width;
  ctx.save();
  for (const band of bands) {
    const begin = x(band.from);
    const wide = Math.max(1, x(band.to) - begin);
    if (band.kind === 'lost' || band.kind === 'down') {
      ctx.fillStyle = hatch(ctx, band.kind === 'down' ? token('--text') : token('--faint'), band.kind === 'down');
      ctx.fillRect(begin, top, wide, height);
    } else {
      ctx.fillStyle = band.kind === 'quiet' ? token('--quiet') : token('--critical-soft');
      ctx.fillRect(begin, top, wide, height);
    }
  }
  ctx.restore();
}

function hatch(ctx: CanvasRenderingContext2D, colour: string, isDense: boolean): CanvasPattern | string {
  const size = Math.round((isDense ? 5 : 9) * devicePixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const pen = tile.getContext('2d');
  if (pen === null) return colour;
  pen.strokeStyle = colour;
  pen.globalAlpha = isDense ? 0.4 : 0.28;
  pen.lineWidth = devicePixelRatio;
  pen.beginPath();
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size);
    pen.lineTo(shift + size, 0);
  }
  pen.stroke();
  return ctx.createPattern(tile, 'repeat') ?? colour;
}

/** Limits as they were, and seams, over the lines. */
export function drawForeground(plot: uPlot, { limits, deviceChanges, from, to }: Painted): void {
  const { ctx, bbox } = plot;
  const { left, top, width, height } = bbox;
  const x = (at: number): number => left + ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = token('--critical');
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
  ctx.strokeStyle = token('--muted');
  ctx.fillStyle = token('--muted');
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
