/** A page of metrics, as a source whose values a person chose. */
import type { ExporterSettings } from '@picket/contracts/connected-settings';
import { selectorText } from '@picket/domain/metric-selectors';
import type { ChosenReader } from '../chosen/chosen-reader.ts';
import { readExporter } from './read-exporter.ts';

/** What the device of every exporter is called at its source. */
const PLACE = 'exporter';

export const exporterReader = (settings: ExporterSettings): ChosenReader => ({
  place: PLACE,
  deviceName: settings.deviceName ?? new URL(settings.address).hostname,
  pollSeconds: settings.pollSeconds,
  values: settings.values.map((value) => ({ ...value, key: selectorText(value) })),
  read: (network, closing) => readExporter(settings, network, closing),
});
