/** A discovered device as people see it, and the mapping that its entities would have. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { differencesOf } from '@picket/devices/announced-differently';
import { bridgeOf } from '@picket/devices/bridge-topics';
import { keepSeries } from '@picket/devices/kept-series';
import { offersFor } from '@picket/devices/metric-offer';
import type { Observation } from '@picket/devices/read-state';
import { sensorMetricIdOf } from '@picket/devices/series-of';
import { columnOf } from '@picket/domain/metrics';
import { cleanName } from '@picket/domain/names';
import { formatInstant } from '@picket/domain/time';
import type { DiscoveredEntityRow, DiscoveredRow } from './discovered-store.ts';
import type { MappedEntity, Mapping } from './mapping-store.ts';
import { expectedInterval, UNDECLARED_INTERVAL_SECONDS } from './overdue/report-pace.ts';

export type DiscoveredOut = ResponseOf<'POST /discovered/{guid}/ignore'>;

const MAX_INTERVAL_SECONDS = 93_600;

/** Each entity that becomes a series, by its guid. */
export function mappingOf({ announced, entities, integration }: DiscoveredRow): ReadonlyMap<string, MappedEntity> {
  const offers = offersFor(entities.map((entity) => entity.announced));
  return new Map(
    entities.flatMap(({ guid, announced: entity }) => {
      const offer = offers.get(entity.id);
      if (offer?.kind !== 'metric') return [];
      const { metric, column, conversion } = offer;
      const sensorMetricId = sensorMetricIdOf(metric, { ...announced, integration });
      return [[guid, { entity, sensorMetricId, column, conversion }]];
    }),
  );
}

/** What its sentry says of the device. */
export const deviceDetailsOf = ({ announced }: DiscoveredRow) => ({
  model: announced.model ?? announced.maker,
  serialNumber: announced.serialNumber ?? announced.identity.slice(0, 128),
  softwareVersion: announced.softwareVersion,
});

export const bridgeRuleOf = ({ announced }: DiscoveredRow) => bridgeOf(announced);

/** As its entities declare it. A device that declares none may be silent for long and well: what is shorter, a person sets. */
export function usualIntervalOf({ entities }: DiscoveredRow): number {
  const declared = entities.flatMap(({ announced }) => announced.expireAfterSeconds ?? []);
  return declared.length === 0 ? UNDECLARED_INTERVAL_SECONDS : usualIntervalFor(declared);
}

/** For values that stand for so many seconds. */
export const usualIntervalFor = (declared: readonly number[]): number =>
  Math.min(MAX_INTERVAL_SECONDS, Math.max(60, ...declared));

/** A name that a sentry may have: the announced one, else what is left of its model or its identity. */
const proposedNameOf = ({ announced: { name, model, identity } }: DiscoveredRow): string =>
  cleanName(name) ?? cleanName(model ?? '') ?? cleanName(identity) ?? 'Sensor';

/** `mapping`: the one in force; null: it is not adopted. */
export function toDiscovered(row: DiscoveredRow, mapping: Mapping | null): DiscoveredOut {
  const { announced, entities, sentry, ignoredBy } = row;
  const accepted = mapping?.entities ?? [];
  const differences = differencesOf(
    accepted.map(({ entity }) => entity),
    entities.map((entity) => entity.announced),
  );
  const nameOf = (id: string): string => accepted.find(({ entity }) => entity.id === id)?.entity.name ?? id;
  const adoptedState = differences.length > 0 ? 'CHANGED' : 'ADOPTED';
  return {
    guid: row.guid,
    integration: row.integration,
    name: announced.name,
    proposedName: proposedNameOf(row),
    ...(announced.maker === null ? {} : { maker: announced.maker }),
    ...(announced.model === null ? {} : { model: announced.model }),
    state: sentry !== null ? adoptedState : ignoredBy !== null ? 'IGNORED' : 'DISCOVERED',
    ...(sentry === null ? {} : { sentry }),
    ...(ignoredBy === null ? {} : { ignoredBy }),
    ...(row.unavailableSince === null ? {} : { unavailableSince: formatInstant(row.unavailableSince.getTime()) }),
    firstSeenAt: formatInstant(row.firstSeenAt.getTime()),
    lastSeenAt: formatInstant(row.lastSeenAt.getTime()),
    entities: entitiesOf(row, accepted),
    differences: differences.map(({ id, ...difference }) => ({ entity: nameOf(id), ...difference })),
    usualIntervalSeconds: usualIntervalOf(row),
    ...(row.intervalSeconds === null
      ? {}
      : {
          expectedInterval: expectedInterval({
            set: row.intervalSeconds,
            usual: row.usualIntervalSeconds,
            pace: row.pace,
          }),
        }),
  };
}

/** `accepted`: those in use, which keep their series. */
function entitiesOf(row: DiscoveredRow, accepted: readonly MappedEntity[]): DiscoveredOut['entities'] {
  const offers = offersFor(row.entities.map(({ announced }) => announced));
  const offered = [...mappingOf(row)].map(([guid, mapped]) => ({ ...mapped, guid }));
  const mapping = new Map(keepSeries(accepted, offered).map((mapped) => [mapped.guid, mapped]));
  const used = new Set(accepted.map(({ entity }) => entity.id));
  return row.entities.map((entity) => {
    const { guid, announced } = entity;
    const mapped = mapping.get(guid);
    const offer = offers.get(announced.id);
    return {
      guid,
      name: announced.name,
      ...(announced.unit === null ? {} : { unit: announced.unit }),
      ...shownValue(entity),
      ...(mapped === undefined
        ? {}
        : {
            series: {
              sensorMetricId: mapped.sensorMetricId,
              column: mapped.column,
              unit: columnOf(mapped.sensorMetricId, mapped.column)?.unit ?? '',
            },
          }),
      ...(offer?.kind === 'none' ? { reason: offer.reason } : {}),
      isUsed: used.has(announced.id),
    };
  });
}

const shownValue = ({ observation, observedAt }: DiscoveredEntityRow) =>
  observation === null
    ? {}
    : { value: plainValue(observation), ...(observedAt === null ? {} : { at: formatInstant(Date.parse(observedAt)) }) };

const plainValue = (observation: Observation): number | boolean | null =>
  observation.kind === 'number' ? observation.value : observation.kind === 'state' ? observation.isOn : null;
