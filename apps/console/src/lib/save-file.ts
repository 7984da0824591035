/** Hands a file to the browser's downloads. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A text as a file. */
export const saveText = (text: string, name: string, type: string): void => save(new Blob([text], { type }), name);

const TITLE_HEIGHT = 34;

/** A drawing as a PNG, on the page's own ground and with its title above. */
export function saveCanvas(canvas: HTMLCanvasElement, title: string): void {
  const scale = devicePixelRatio;
  const whole = document.createElement('canvas');
  whole.width = canvas.width;
  whole.height = canvas.height + TITLE_HEIGHT * scale;
  const pen = whole.getContext('2d');
  if (pen === null) return;
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue('--surface');
  pen.fillRect(0, 0, whole.width, whole.height);
  pen.fillStyle = style.getPropertyValue('--text');
  pen.font = `${14 * scale}px system-ui, sans-serif`;
  pen.fillText(title, 12 * scale, 22 * scale);
  pen.drawImage(canvas, 0, TITLE_HEIGHT * scale);
  whole.toBlob((blob) => {
    if (blob !== null) save(blob, `${title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.png`);
  });
}
