/** Changes as a diff: what happened, and field by field what it was and is. */
import type { PolicyChangeOut } from '@picket/contracts';
import './policies.css';
import './change-list.css';

export function ChangeList({ changes }: { readonly changes: readonly PolicyChangeOut[] }) {
  return (
    <ul className="edit">
      {changes.map((one, index) => (
        <li key={`${one.code} ${index.toString()}`}>
          <span>{one.fields.length === 0 ? one.text : (one.text.split(' (')[0] ?? one.text)}</span>
          {one.fields.map(({ field, before, after }) => (
            <span key={field} className="edit-field num">
              <span className="muted">{field}</span> <del>{before}</del> <ins>{after}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
