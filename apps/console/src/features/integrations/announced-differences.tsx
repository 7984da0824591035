/** What an adopted device announces otherwise than it was accepted, and the button that accepts it. */
import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import styles from './discovered.module.css';
import { entityName } from './entity-names.ts';
import { acceptAnnouncement, type Discovered } from './use-discovered.ts';

export function AnnouncedDifferences({ device: { name, sentry, differences } }: { readonly device: Discovered }) {
  const t = useText();
  const { busy, problem, submit } = useSubmit(async () => {
    if (sentry === undefined) return;
    await acceptAnnouncement(sentry);
    showToast(t('discovered.accepted'), name);
  });
  return (
    <div className={styles.part}>
      <h3>{t('discovered.differences')}</h3>
      <p className="small muted">{t('discovered.differencesText')}</p>
      <ul className={styles.differences}>
        {differences.map(({ entity, field, before, after }) => (
          <li key={`${entity} ${field}`}>
            <span>
              {entityName(t, entity)} <span className="muted">{t(`discovered.field.${field}`)}</span>
            </span>
            {field !== 'gone' && (
              <span className={styles.change}>
                <del>{before === '' ? t('discovered.nothing') : before}</del>{' '}
                <ins>{after === '' ? t('discovered.nothing') : after}</ins>
              </span>
            )}
          </li>
        ))}
      </ul>
      <FormProblem problem={problem} />
      <div>
        <Button loading={busy} onClick={() => void submit()}>
          {t('discovered.accept')}
        </Button>
      </div>
    </div>
  );
}
