/** Instead of a list without entries. */

import { useText } from '../../../lib/texts.ts';
import { LinkButton } from '../../../ui/controls/button.tsx';
import type { ListChoice } from './use-list-choice.ts';

/** There are none yet, or none that the user may see. */
export function NoLocations({ mayAdd }: { readonly mayAdd: boolean }) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('overview.empty.title')}</h2>
      <p className="muted">{t('overview.empty.text')}</p>
      {mayAdd ? (
        <LinkButton to="/location/create">{t('overview.empty.add')}</LinkButton>
      ) : (
        <p className="muted">{t('overview.empty.ask')}</p>
      )}
    </section>
  );
}

/** None matches what was chosen. */
export function NoMatch({ choice, onClear }: { readonly choice: ListChoice; readonly onClear: () => void }) {
  const t = useText();
  return (
    <p className="muted">
      {choice.find !== '' && choice.state === 'all'
        ? t('overview.noneFound', { text: choice.find })
        : t('overview.noMatch')}{' '}
      <button type="button" className="link-button" onClick={onClear}>
        {t('overview.showAll')}
      </button>
    </p>
  );
}
