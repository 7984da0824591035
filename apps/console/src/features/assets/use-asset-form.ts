/** The input of an asset's form, and what saves it. */
import type { AssetOut, LocationOut } from '@picket/contracts/types';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
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

const bodyOf = ({ name, kind, zoneId, place, rows }: AssetInput) => ({
  name,
  kind,
  attributes: fromAttributeRows(rows),
  zoneId: zoneId === '' ? null : zoneId,
  place,
});

/** `asset`: null for a new one. */
export function useAssetForm(location: LocationOut, asset: AssetOut | null, reload: () => Promise<unknown>) {
  const t = useText();
  const navigate = useNavigate();
  const back = `/locations/${location.guid}/settings`;
  const leave = async (): Promise<void> => {
    await refresh('GET /locations/{guid}/assets');
    navigate(back, { replace: true });
  };
  const form = useApiForm('PATCH /locations/{guid}/assets/{asset}', {
    saved: inputOf(asset),
    version: asset?.last_update_ts,
    draft: draftKey(useProfile().guid, `asset ${asset?.guid ?? `new at ${location.guid}`}`),
    toBody: bodyOf,
    send: async (_, values, headers) => {
      await saveAsset(location.guid, asset, bodyOf(values), headers);
      showToast(t('common.saved'), values.name);
      await leave();
    },
    reload,
  });
  return {
    ...form,
    back,
    remove: async (guid: string): Promise<void> => {
      await api('DELETE /locations/{guid}/assets/{asset}', { params: { guid: location.guid, asset: guid } });
      form.draft.clear();
      await leave();
    },
  };
}

async function saveAsset(
  location: string,
  asset: AssetOut | null,
  body: ReturnType<typeof bodyOf>,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { zoneId, place, ...rest } = body;
  if (asset === null)
    await api('POST /locations/{guid}/assets', {
      params: { guid: location },
      body: { ...rest, ...(zoneId === null ? {} : { zoneId }), ...(place === null ? {} : { place }) },
    });
  else
    await api('PATCH /locations/{guid}/assets/{asset}', {
      params: { guid: location, asset: asset.guid },
      body,
      headers,
    });
}
