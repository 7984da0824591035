import { isAdmin } from '@picket/domain/permissions';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useProfile } from '../session/index.ts';
import type { Discovered } from './use-discovered.ts';

type Fact = readonly [name: string, value: string];

interface SentryKind {
  readonly guid: string;
  readonly kind?: 'GATEWAY' | 'ADOPTED' | undefined;
  readonly isGateway?: true | undefined;
}

export interface Origins {
  /** Where the readings of an adopted sentry come from, and since when its device is gone; what a gateway reads; of others nothing. */
  readonly factsOf: (sentry: SentryKind) => readonly Fact[];
  /** The device of an adopted sentry, for those who may see discovered devices. */
  readonly deviceOf: (sentry: SentryKind) => Discovered | undefined;
}

/** Only administrators of the organization see integrations and discovered devices: others learn the kind alone. */
export function useOrigins(sentries: readonly SentryKind[] | undefined): Origins {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { permissions } = useProfile();
  const isOfSource = ({ kind, isGateway }: SentryKind): boolean => kind === 'ADOPTED' || isGateway === true;
  const isWanted = isAdmin(permissions) && sentries?.some(isOfSource) === true;
  const adopted = useApi('GET /discovered', isWanted ? { query: { state: 'ADOPTED' } } : null);
  const changed = useApi('GET /discovered', isWanted ? { query: { state: 'CHANGED' } } : null);
  const integrations = useApi('GET /integrations', isWanted ? {} : null);
  const devices = [...(adopted.data?.items ?? []), ...(changed.data?.items ?? [])];
  const deviceOf = ({ guid }: SentryKind): Discovered | undefined => devices.find(({ sentry }) => sentry === guid);
  /** What a gateway reads, and the devices that it reports for. */
  const gatewayFacts = (gateway: string): readonly Fact[] => {
    const read = integrations.data?.items.filter(({ readBy }) => readBy === gateway) ?? [];
    const reported = devices.filter(({ integration }) => read.some(({ guid }) => guid === integration));
    const list = (names: readonly string[]): string =>
      names.length === 0 ? t('discovered.origin.nothing') : names.join(', ');
    return [
      [t('discovered.origin.reads'), list(read.map(({ name }) => name))],
      [t('discovered.origin.reportsFor'), list(reported.map(({ name }) => name))],
    ];
  };
  const factsOf = (sentry: SentryKind): readonly Fact[] => {
    if (sentry.isGateway === true) return gatewayFacts(sentry.guid);
    if (sentry.kind === 'GATEWAY') return [[t('discovered.origin.title'), t('discovered.origin.gateway')]];
    if (sentry.kind !== 'ADOPTED') return [];
    const device = deviceOf(sentry);
    const source = integrations.data?.items.find(({ guid }) => guid === device?.integration)?.name;
    return [
      [
        t('discovered.origin.title'),
        device === undefined || source === undefined
          ? t('discovered.origin.adopted')
          : t('discovered.origin.device', { device: device.name, source }),
      ],
      ...(device?.unavailableSince === undefined
        ? []
        : ([[t('discovered.origin.gone'), formats.ago(device.unavailableSince, now)]] as const)),
    ];
  };
  return { factsOf, deviceOf };
}
