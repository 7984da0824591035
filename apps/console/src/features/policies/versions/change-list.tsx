/** Changes as a diff: what changed, with each field before and after, in the words and units of the user. */

import type { PolicyChange } from '@picket/domain/policy-changes';
import { changeWords } from '@picket/i18n/change-words';
import { useReader } from '../use-reader.ts';
import styles from './change-list.module.css';

export function ChangeList({ changes }: { readonly changes: readonly PolicyChange[] }) {
  const reader = useReader();
  return (
    <ul className={styles.changes}>
      {changes.map((one, index) => {
        const { title, fields } = changeWords(one, reader);
        return (
          <li key={`${one.code} ${index.toString()}`}>
            <span>{title}</span>
            {fields.map(({ label, before, after }) => (
              <span key={label} className={`${styles.field} num`}>
                <span className="muted">{label}</span> <del>{before}</del> <ins>{after}</ins>
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
