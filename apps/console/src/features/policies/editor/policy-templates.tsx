/** The templates for a new policy. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useText } from '../../../lib/texts.ts';
import { uniqueName } from '../../../lib/unique-name.ts';
import styles from './policy-templates.module.css';
import { listTemplates } from './templates.ts';

interface Props {
  /** The names of the other policies. */
  readonly names: readonly string[];
  readonly onChoose: (content: NamedContent) => void;
}

export function PolicyTemplates({ names, onChoose }: Props) {
  const t = useText();
  return (
    <div className="stack">
      <h1>{t('policies.add')}</h1>
      <p className="muted">{t('policies.templates.text')}</p>
      <ul className={styles.templates}>
        {listTemplates(t).map(({ name, text, violation }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.template}
              onClick={() =>
                onChoose({
                  name: uniqueName(name, names),
                  definition: { violations: [violation] },
                  doNotDisturb: null,
                })
              }
            >
              <strong>{name}</strong>
              <span className="small muted">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
