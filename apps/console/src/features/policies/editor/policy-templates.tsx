/** The templates for a new policy. */
import type { NamedContent } from '@picket/domain/policy-drafts';
import '../policies.css';
import { TEMPLATES, uniqueName } from '../policy-content.ts';

interface Props {
  /** The names of the other policies. */
  readonly names: readonly string[];
  readonly onChoose: (content: NamedContent) => void;
}

export function PolicyTemplates({ names, onChoose }: Props) {
  return (
    <div className="stack">
      <h1>Add policy</h1>
      <p className="muted">What do you want to be notified about? You can change everything on the next page.</p>
      <ul className="templates">
        {TEMPLATES.map(({ name, text, violation }) => (
          <li key={name}>
            <button
              type="button"
              className="template"
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
