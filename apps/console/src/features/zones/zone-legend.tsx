import { useText } from '../../lib/texts.ts';
import styles from './zone-legend.module.css';

/** The legend of the grid. `locked`: why cells are locked; null: none is. */
export function ZoneLegend({ locked }: { readonly locked: string | null }) {
  const t = useText();
  return (
    <p className={`small muted ${styles.legend} row`}>
      <span>
        <i data-kind="included" />
        {t('zones.cell.included')}
      </span>
      <span>
        <i data-kind="excluded" />
        {t('zones.cell.excluded')}
      </span>
      {locked !== null && (
        <span>
          <i data-kind="locked" />
          {locked}
        </span>
      )}
    </p>
  );
}
