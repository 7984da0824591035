/** The input of an asset's form, and what saves it. */
import type { AssetOut, LocationOut } from '@picket/contracts/types';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { fromAttributeRows, toAttributeRows } from '../../ui/attributes-editor.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';

const inputOf = (asset: AssetOut | null) => ({
  name: asset?.name ?? '',
  kind: asset?.kind ?? '',
  zoneId: asset?.zoneId ?? '',
  place: asset?.place ?? null,
  rows: toAttributeRows(asset?.attributes ?? {}),
});

export type AssetInput = ReturnType<typeof inputOf>;

/** `asset`: null for a new one. */
export function useAssetForm(location: LocationOut, asset: AssetOut | null, reload: () => Promise<unknown>) {
  const t = useText();
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const draft = useDraft(useProfile().guid, `asset ${asset?.guid ?? `new at ${location.guid}`}`, inputOf(asset));
  const { busy, problem, submit, reset } = useSave(async () => {
    await saveAsset(location.guid, asset, draft.value);
    draft.clear();
    await refresh('GET /locations/{guid}/assets');
    showToast(t('common.saved'), draft.value.name);
    navigate(back, { replace: true });
  }, reload);
  return {
    draft,
    back,
    busy,
    problem,
    submit,
    change: (part: Partial<AssetInput>): void => {
      draft.change({ ...draft.value, ...part });
      reset();
    },
    remove: async (guid: string): Promise<void> => {
      await api('DELETE /locations/{guid}/assets/{asset}', { params: { guid: location.guid, asset: guid } });
      draft.clear();
      await refresh('GET /locations/{guid}/assets');
      navigate(back, { replace: true });
    },
  };
}

async function saveAsset(location: string, asset: AssetOut | null, input: AssetInput): Promise<void> {
  const { name, kind, zoneId, place, rows } = input;
  const body = { name, kind, attributes: fromAttributeRows(rows) };
  if (asset === null)
    await api('POST /locations/{guid}/assets', {
      params: { guid: location },
      body: { ...body, ...(zoneId === '' ? {} : { zoneId }), ...(place === null ? {} : { place }) },
    });
  else
    await api('PATCH /locations/{guid}/assets/{asset}', {
      params: { guid: location, asset: asset.guid },
      body: { ...body, zoneId: zoneId === '' ? null : zoneId, place },
      headers: ifUnmodifiedSince(asset),
    });
}
