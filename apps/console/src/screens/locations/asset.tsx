/** /locations/:id/asset/:asset?: an asset and its position in a thermal picture. */
import { useParams } from 'react-router';
import { AssetForm } from '../../features/assets/asset-form.tsx';
import { useAssetPage } from '../../features/assets/use-asset-page.ts';
import { LocationProblem } from '../../features/locations/location-frame.tsx';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Asset() {
  const { id = '', asset: guid } = useParams();
  const t = useText();
  const { location, asset, assets, sentries, zones } = useAssetPage(id, guid);
  useTitle(asset.data?.name ?? t('locations.asset.add'));
  if (location.error && !location.data)
    return <LocationProblem error={location.error} onRetry={() => void location.mutate()} />;
  if (asset.error && !asset.data) {
    const isNotFound = asset.error.status === 404 || asset.error.status === 400;
    return (
      <Problem
        isPage
        title={isNotFound ? t('locations.asset.notFound') : t('locations.asset.loadProblem')}
        text={isNotFound ? t('locations.asset.notFoundText') : problemText(asset.error)}
        home={`/locations/${id}/settings`}
        homeLabel={t('locations.asset.toSettings')}
      />
    );
  }
  if (!location.data || !sentries.data || !zones.data || !assets.data || (guid !== undefined && !asset.data))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <AssetForm
      location={location.data}
      asset={asset.data ?? null}
      others={assets.data.items.filter((one) => one.guid !== guid).map(({ name }) => name)}
      sentries={sentries.data.items}
      zones={zones.data.items}
      reload={() => asset.mutate()}
    />
  );
}
