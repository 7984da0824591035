/** Downloads a file in the browser. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a text as a file. */
export const downloadText = (text: string, name: string, type: string): void =>
  downloadBlob(new Blob([text], { type }), name);

const TITLE_HEIGHT = 34;

/** Downloads a canvas as a PNG, on the background of the page, with a title above it. */
export function downloadCanvas(canvas: HTMLCanvasElement, title: string): void {
  const scale = devicePixelRatio;
  const output = document.createElement('canvas');
  output.width = canvas.width;
  output.height = canvas.height + TITLE_HEIGHT * scale;
  const context = output.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(document.documentElement);
  context.fillStyle = style.getPropertyValue('--surface');
  context.fillRect(0, 0, output.width, output.height);
  context.fillStyle = style.getPropertyValue('--text');
  context.font = `${14 * scale}px system-ui, sans-serif`;
  context.fillText(title, 12 * scale, 22 * scale);
  context.drawImage(canvas, 0, TITLE_HEIGHT * scale);
  output.toBlob((blob) => {
    if (blob !== null) downloadBlob(blob, `${title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.png`);
  });
}
