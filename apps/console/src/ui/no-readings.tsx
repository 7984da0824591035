import { useText } from '../lib/texts.ts';

/** The empty state of a location without readings. */
export function NoReadings() {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('ui.noReadings.title')}</h2>
      <p className="muted">{t('ui.noReadings.text')}</p>
    </section>
  );
}
