/** Locations, their pages, and what can be added to them. */
import type { LocationOut } from '@picket/contracts/types';
import { isLocationAdmin } from '@picket/domain/permissions';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';
import { useLocationNames } from '../users/index.ts';
import type { PaletteEntry } from './entries.ts';

/** Their labels stand in the catalogs: `shell.page.…`. */
const PAGES = ['history', 'today', 'calendar', 'settings'] as const;

export function useLocationEntries(): {
  readonly locations: readonly PaletteEntry[];
  readonly pages: readonly PaletteEntry[];
  readonly actions: readonly PaletteEntry[];
} {
  const t = useText();
  const navigate = useNavigate();
  const { permissions, display } = useProfile();
  const locations = useLocationNames().locations ?? [];
  const simulate = async (guid: string): Promise<void> => {
    await api('POST /locations/{guid}/simulated-sentries', { params: { guid } });
    await Promise.all([refresh('GET /views/locations'), refresh('GET /sentries')]);
    await navigate(`/locations/${guid}`);
  };
  const actionsOf = ({ guid, name: location }: LocationOut): readonly PaletteEntry[] => [
    {
      key: `add-sentry ${guid}`,
      kind: 'action',
      name: t('palette.addSentry', { location }),
      hint: '',
      asksFor: `${t('palette.kind.sentry')} ${t('palette.words.add')}`,
      run: `/locations/${guid}/setup`,
    },
    {
      key: `simulate ${guid}`,
      kind: 'action',
      name: t('palette.simulate', { location }),
      hint: '',
      asksFor: t('palette.words.simulate'),
      run: () => simulate(guid),
    },
  ];
  return {
    locations: locations.map(({ guid, name, address }) => ({
      key: `location ${guid}`,
      kind: 'location',
      name,
      hint: address ?? '',
      words: t('palette.kind.location'),
      run: `/locations/${guid}`,
    })),
    pages: locations.flatMap(({ guid, name: location }) =>
      PAGES.map((page): PaletteEntry => {
        const label = t(`shell.page.${page}`);
        return {
          key: `${page} ${guid}`,
          kind: 'page',
          name: t('palette.pageOf', { location, page: label }),
          hint: '',
          asksFor: label,
          run: `/locations/${guid}/${page}`,
        };
      }),
    ),
    actions: display ? [] : locations.filter(({ guid }) => isLocationAdmin(permissions, guid)).flatMap(actionsOf),
  };
}
