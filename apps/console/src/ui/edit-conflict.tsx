/** Shown in a form that somebody else saved meanwhile: what they changed, what was typed, and how to continue. */
import { Button } from '@mantine/core';
import { isSame } from '@picket/domain/same-value';
import { useText } from '../lib/texts.ts';
import type { FormConflict } from '../lib/use-api-form.ts';
import styles from './edit-conflict.module.css';

/** What a field is called, and what is shown of its value; without `show`, that it was changed. */
export interface FieldWords<Values> {
  readonly label: string;
  readonly show?: (values: Values) => string;
}

type Words<Values> = Readonly<Record<keyof Values & string, FieldWords<Values>>>;

interface Props<Values extends Record<string, unknown>> {
  readonly conflict: FormConflict<Values> | null;
  readonly words: Words<Values>;
}

export function EditConflict<Values extends Record<string, unknown>>({ conflict, words }: Props<Values>) {
  const t = useText();
  if (conflict === null) return null;
  const { base, theirs, typed, keepMine, takeTheirs } = conflict;
  return (
    <section className={`${styles.conflict} stack-tight`} role="alert" aria-label={t('common.conflict.title')}>
      <strong>{t('common.conflict.title')}</strong>
      <p>{t('common.conflict.theirs')}</p>
      <ChangedFields from={base} to={theirs} words={words} />
      <p className="muted">{t('common.conflict.yours')}</p>
      <ChangedFields from={base} to={typed} words={words} />
      <div className="row">
        <Button size="xs" onClick={keepMine}>
          {t('common.conflict.keep')}
        </Button>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          {t('common.conflict.take')}
        </Button>
      </div>
    </section>
  );
}

interface ChangedProps<Values extends Record<string, unknown>> {
  readonly from: Values;
  readonly to: Values;
  readonly words: Words<Values>;
}

function ChangedFields<Values extends Record<string, unknown>>({ from, to, words }: ChangedProps<Values>) {
  const t = useText();
  const names: readonly (keyof Values & string)[] = Object.keys(words);
  return (
    <ul>
      {names
        .filter((name) => !isSame(from[name], to[name]))
        .map((name) => {
          const { label, show } = words[name];
          return (
            <li key={name}>
              {show === undefined ? label : t('common.conflict.change', { name: label, value: show(to) })}
            </li>
          );
        })}
    </ul>
  );
}
