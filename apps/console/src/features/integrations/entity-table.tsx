/** What Picket makes of each entity of a device, and why of some of them nothing. */
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './discovered.module.css';
import { entityName, isOtherName } from './entity-names.ts';
import { entityValue, seriesText } from './entity-text.ts';
import { SeenAge } from './seen-age.tsx';
import type { DiscoveredEntity } from './use-discovered.ts';

interface Props {
  readonly entities: readonly DiscoveredEntity[];
  /** The guids of those that are used. */
  readonly used: readonly string[];
  /** Undefined: what is used cannot be changed here. */
  readonly onToggle?: (entity: DiscoveredEntity) => void;
}

export function EntityTable({ entities, used, onToggle }: Props) {
  const t = useText();
  return (
    <div className={styles.part}>
      <div className="row">
        <h3>{t('discovered.mapping')}</h3>
        <span className="grow" />
        <span className="small muted num">{t('discovered.used', { used: used.length, count: entities.length })}</span>
      </div>
      <ul className={styles.entities}>
        {entities.map((entity) => (
          <EntityLine
            key={entity.guid}
            entity={entity}
            isUsed={used.includes(entity.guid)}
            {...(onToggle === undefined ? {} : { onToggle })}
          />
        ))}
      </ul>
    </div>
  );
}

interface LineProps {
  readonly entity: DiscoveredEntity;
  readonly isUsed: boolean;
  readonly onToggle?: (entity: DiscoveredEntity) => void;
}

function EntityLine({ entity, isUsed, onToggle }: LineProps) {
  const t = useText();
  const formats = useFormats();
  const name = entityName(t, entity.name);
  const series = seriesText(t, entity);
  const shown = entityValue(t, formats, entity);
  const text = series ?? (entity.reason === undefined ? null : t(`discovered.reason.${entity.reason}`));
  return (
    <li>
      <label className={styles.entity}>
        <input
          type="checkbox"
          checked={isUsed}
          disabled={series === null || onToggle === undefined}
          onChange={() => onToggle?.(entity)}
        />
        <span>
          {name} {isOtherName(entity.name, name) && <code className="small muted">{entity.name}</code>}
        </span>
      </label>
      <span className="num">
        {shown === null ? <span className="muted">{t('discovered.noValue')}</span> : `${shown.text} ${shown.unit}`}{' '}
        <SeenAge entity={entity} />
      </span>
      <span className={series === null ? 'muted' : styles.series}>{text}</span>
    </li>
  );
}
