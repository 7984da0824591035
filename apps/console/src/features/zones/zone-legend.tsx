import { useText } from '../../lib/texts.ts';

/** The legend of the grid. `locked`: why cells are locked; null: none is. */
export function ZoneLegend({ locked }: { readonly locked: string | null }) {
  const t = useText();
  return (
    <p className="small muted grid-legend row">
      <span>
        <i className="is-in" />
        {t('zones.cell.included')}
      </span>
      <span>
        <i className="is-off" />
        {t('zones.cell.excluded')}
      </span>
      {locked !== null && (
        <span>
          <i className="is-locked" />
          {locked}
        </span>
      )}
    </p>
  );
}
