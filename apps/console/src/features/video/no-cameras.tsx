import { useText } from '../../lib/texts.ts';

/** The empty state of a location without cameras. */
export function NoCameras() {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('video.none')}</h2>
      <p className="muted">{t('video.noneText')}</p>
    </section>
  );
}
