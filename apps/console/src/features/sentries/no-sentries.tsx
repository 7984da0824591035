import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';

/** The empty state of a location without sentries. */
export function NoSentries({ location, mayAdd }: { readonly location: string; readonly mayAdd: boolean }) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('sentries.none')}</h2>
      <p className="muted">{t('sentries.noneText')}</p>
      {mayAdd && (
        <Button component={Link} to={`/locations/${location}/setup`}>
          {t('sentries.addFirst')}
        </Button>
      )}
    </section>
  );
}
