/** Whether the browser lets this page sound without a press, as one that is set up for a display does. */

const SAMPLES = 8;
const HEADER_BYTES = 44;

/** A sound that nobody hears: a few samples of silence, as a WAV file. */
function silence(): Blob {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + SAMPLES));
  const text = (at: number, letters: string): void => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, SAMPLES, true);
  // Eight bits have their middle at 128.
  for (let index = 0; index < SAMPLES; index++) view.setUint8(HEADER_BYTES + index, 128);
  return new Blob([view], { type: 'audio/wav' });
}

/** No browser says it beforehand: one that refuses rejects, and logs nothing. */
export async function isSoundPermitted(): Promise<boolean> {
  const address = URL.createObjectURL(silence());
  try {
    await new Audio(address).play();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
}
