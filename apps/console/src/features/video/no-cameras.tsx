import { useText } from '../../lib/texts.ts';

/** Served with the console. */
const GUIDE = '/help/cameras-and-video.html';

/** The empty state of a location without cameras. */
export function NoCameras() {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('video.none')}</h2>
      <p className="muted">{t('video.noneText')}</p>
      <a href={GUIDE}>{t('video.guide')}</a>
    </section>
  );
}
