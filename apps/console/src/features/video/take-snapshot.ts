/** Saves the picture that is shown as a file of this computer. */
export function takeSnapshot(video: HTMLVideoElement, fileName: string): void {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  canvas.toBlob(
    (picture) => {
      if (picture === null) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    'image/jpeg',
    0.92,
  );
}
