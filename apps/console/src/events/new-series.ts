/** Whether what is shown of a location has a place for the readings of an event. Pure. */
import type { StreamEventOut } from '@picket/contracts/stream';
import type { LocationCardOut, LocationPageOut } from '@picket/contracts/types';

type Reading = StreamEventOut<'reading'>['readings'][number];

/** As many readings as a card shows (apps/server/src/views/location-cards.ts). */
const SHOWN_ON_CARD = 2;

/** Whether the card of the location may show one of these, which it does not have. */
export const isCardIncomplete = (
  cards: readonly LocationCardOut[],
  location: string,
  readings: readonly Reading[],
): boolean =>
  cards.some(
    (card) =>
      card.guid === location &&
      card.readings.length < SHOWN_ON_CARD &&
      readings.some(({ sensorMetricId }) => card.readings.every((one) => one.sensorMetricId !== sensorMetricId)),
  );

/** Whether the page of the location has no place for one of these readings of the sentry. */
export const isPageIncomplete = (
  page: Pick<LocationPageOut, 'readings'>,
  sentry: string,
  readings: readonly Reading[],
): boolean =>
  readings.some(
    ({ sensorMetricId, column }) =>
      !page.readings.some(
        (one) => one.sentry === sentry && one.sensorMetricId === sensorMetricId && one.column === column,
      ),
  );
