/** The assets of a location. */
import { Button } from '@mantine/core';
import type { AssetOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { toAttributeRows } from '../../../ui/attributes-editor.tsx';

const SHOWN_ATTRIBUTES = 3;

interface Props {
  readonly location: string;
  /** undefined: not loaded yet. */
  readonly assets: readonly AssetOut[] | undefined;
  readonly mayChange: boolean;
}

export function AssetList({ location, assets, mayChange }: Props) {
  const t = useText();
  return (
    <section className="card section" aria-label={t('locations.assets.title')}>
      <div className="row">
        <h2>{t('locations.assets.title')}</h2>
        <span className="grow" />
        {mayChange && (
          <Button variant="default" component={Link} to={`/locations/${location}/asset`}>
            {t('locations.asset.add')}
          </Button>
        )}
      </div>
      {assets === undefined && <div className="skeleton" style={{ height: 48 }} aria-hidden="true" />}
      {assets?.length === 0 && <p className="muted">{t('locations.assets.none')}</p>}
      {assets !== undefined && assets.length > 0 && (
        <ul className="list">
          {assets.map((asset) => (
            <AssetRow
              key={asset.guid}
              asset={asset}
              path={mayChange ? `/locations/${location}/asset/${asset.guid}` : null}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** `path`: null where it may only be seen. */
function AssetRow({ asset, path }: { readonly asset: AssetOut; readonly path: string | null }) {
  const t = useText();
  const { name, kind, place, attributes } = asset;
  return (
    <li>
      <span className="main">
        {path === null ? <strong>{name}</strong> : <Link to={path}>{name}</Link>}
        <span className="muted small">
          {place === undefined
            ? kind
            : t('locations.assets.place', { kind, row: place.row + 1, column: place.column + 1 })}
        </span>
      </span>
      <span className="side small muted">
        {toAttributeRows(attributes)
          .slice(0, SHOWN_ATTRIBUTES)
          .map(([key, value]) => (
            <span key={key} className="tag">
              {`${key}: ${value}`}
            </span>
          ))}
      </span>
    </li>
  );
}
