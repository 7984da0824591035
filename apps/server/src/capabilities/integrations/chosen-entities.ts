/** Which entities of a device a person may use, each with its series. Pure. */
import { kindOfSeries } from '@picket/devices/kept-series';
import { phrase } from '@picket/domain/phrases';
import { AppError, invalid } from '../../platform/errors.ts';
import { mappingOf } from './discovered-device.ts';
import type { DiscoveredRow } from './discovered-store.ts';
import type { MappedEntity } from './mapping-store.ts';

/** Those that were chosen, by their guids. Throws a 400 that names the entity at fault. */
export function chosenEntities(device: DiscoveredRow, chosen: readonly string[]): readonly MappedEntity[] {
  const mapping = mappingOf(device);
  const series = new Set<string>();
  return [...new Set(chosen)].map((guid, index) => {
    const entity = mapping.get(guid);
    if (entity === undefined) throw invalid(`entities.${index}`, 'is no entity of this device that becomes a series');
    const name = `${entity.sensorMetricId}.${entity.column}`;
    if (series.has(name))
      throw invalid(`entities.${index}`, phrase('is a second entity for {name}: choose one of them', { name }));
    series.add(name);
    return entity;
  });
}

/** Throws a 409 where two of these entities, each accepted before, would be one series now. */
export function assertSeparateSeries(entities: readonly MappedEntity[]): void {
  if (new Set(entities.map(kindOfSeries)).size === entities.length) return;
  throw new AppError('conflict', {
    message: 'Two of its entities are announced as the same metric now; release the device and adopt it again',
  });
}
