/** What is known of a device. */
import type { LatestReadingOut, SentryNetworkOut, SentryOut } from '@picket/contracts/types';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useConnectivity } from './use-connectivity.ts';

type Fact = readonly [name: string, value: string];

const BATTERY = ['power_battery', 'percent'] as const;

/** `readings`: undefined while they are missing. `mayChange`: who may change the device sees its network as well. */
export function useDeviceProperties(
  sentry: SentryOut,
  readings: readonly LatestReadingOut[] | undefined,
  mayChange: boolean,
): readonly Fact[] {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { lastSeenAt } = useConnectivity(sentry);
  // One without a device of its own has no network either.
  const hasNetwork = mayChange && sentry.kind === undefined;
  const network = useApi('GET /sentries/{guid}/network', hasNetwork ? { params: { guid: sentry.guid } } : null);
  const unknown = t('sentries.device.unknown');
  const batteryText = (): string => {
    if (readings === undefined) return unknown;
    const battery = readings.find((one) => one.sensorMetricId === BATTERY[0] && one.column === BATTERY[1]);
    if (battery === undefined) return t('sentries.device.noBattery');
    if (battery.value === null) return unknown;
    return t('sentries.device.batteryAt', {
      charge: formats.valueText(...BATTERY, battery.value),
      ago: formats.ago(battery.at, now),
    });
  };
  const signal = (report: SentryNetworkOut['report']): string => {
    if (report === undefined) return unknown;
    const { signalDbm } = report;
    return t('sentries.device.signalAt', {
      signal: signalDbm === undefined ? t('sentries.device.wired') : `${formats.number(signalDbm)} dBm`,
      ago: formats.ago(report.at, now),
    });
  };
  return [
    [
      t('sentries.device.lastSeen'),
      lastSeenAt === null
        ? t('sentries.device.never')
        : t('common.ago', { duration: formats.duration(Math.max(0, now - lastSeenAt)) }),
    ],
    [t('sentries.device.reportsEvery'), formats.duration(sentry.reportIntervalSeconds * 1000)],
    [t('sentries.device.battery'), batteryText()],
    [t('sentries.device.firmware'), sentry.softwareVersion ?? unknown],
    [t('sentries.device.model'), sentry.model ?? unknown],
    [t('sentries.device.serialNumber'), sentry.serialNumber ?? unknown],
    ...(hasNetwork ? ([[t('sentries.device.signal'), signal(network.data?.report)]] as const) : []),
    ...(mayChange
      ? ([
          [
            t('sentries.device.activated'),
            sentry.activatedAt === undefined ? t('sentries.device.notActivated') : formats.ago(sentry.activatedAt, now),
          ],
        ] as const)
      : []),
  ];
}
