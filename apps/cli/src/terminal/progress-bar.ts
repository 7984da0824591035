/** A progress bar: one line that is redrawn on a terminal, elsewhere a line every tenth. */

export interface Progress {
  /** `share`: 0 to 1. */
  show(share: number, text: string): void;
  /** Replaces the bar by a final line. */
  end(text: string): void;
}

const WIDTH = 30;
const REDRAW_MS = 100;

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  const cleared = out.isTTY ? '\r\u001B[K' : '';
  const startedAt = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (share, text) => {
      const now = performance.now();
      if (out.isTTY ? now - shownAt < REDRAW_MS : share < shownAt + 0.1) return;
      shownAt = out.isTTY ? now : share;
      const done = Math.round(Math.min(1, share) * WIDTH);
      const seconds = (now - startedAt) / 1000;
      const left = share <= 0 || seconds < 1 ? '' : `, ${Math.round((seconds / share) * (1 - share))} s left`;
      const bar = `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${Math.floor(share * 100)} %  ${text}${left}`;
      out.write(out.isTTY ? `${cleared}${bar}` : `${bar}\n`);
    },
    end: (text) => {
      out.write(`${cleared}${text}\n`);
    },
  };
}

/** Formats a number of bytes. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
