import { useText } from '../../lib/texts.ts';

/** Served with the console, whatever else an installation offers as its help. */
const GUIDE = '/help/sensors-you-own.html';

export function GuideLink() {
  const t = useText();
  return <a href={GUIDE}>{t('integrations.guide')}</a>;
}
