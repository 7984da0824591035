/** Offers degrees Celsius once, where the region of the browser uses them: temperatures are in Fahrenheit unless chosen. */

import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { isCelsiusUsual } from '../../lib/usual-unit.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { setProfile, useProfile } from '../session/index.ts';
import styles from './get-started.module.css';

/** In the storage of the browser, which others use as well. */
const answeredBy = (person: string): string => `picket.unit-hint ${person}`;

export function UnitHint() {
  const t = useText();
  const { guid, preferences } = useProfile();
  const { useCelsius } = preferences;
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(answeredBy(guid)) !== null);
  const answer = (): void => {
    localStorage.setItem(answeredBy(guid), 'yes');
    setAnswered(true);
  };
  const { busy, run } = useAction(async () => {
    setProfile(await api('PATCH /users/my-profile', { body: { preferences: { useCelsius: true } } }));
    answer();
  });
  if (useCelsius || isAnswered || !isCelsiusUsual()) return null;
  return (
    <div className={styles.unitHint} role="note">
      <span>{t('getstarted.unitHint')}</span>
      <span className={styles.actions}>
        <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
          {t('getstarted.useCelsius')}
        </Button>
        <Button size="xs" variant="subtle" onClick={answer}>
          {t('getstarted.keepFahrenheit')}
        </Button>
      </span>
    </div>
  );
}
