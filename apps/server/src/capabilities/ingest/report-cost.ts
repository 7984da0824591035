/** What a report costs apart from its readings, counted in readings: its sentry is locked, and its monitor state written. */
export const REPORT_COST = 10;

/** What it costs to store and evaluate a report, counted in readings. */
export const costOf = (readings: number): number => REPORT_COST + readings;

const KIBIBYTE = 1024;
/** What a report takes in memory that has no pictures, about. */
const PLACE_BYTES = 16 * KIBIBYTE;

type Pictures = readonly { readonly data: Uint8Array }[];

const bytesOf = (pictures: Pictures): number => pictures.reduce((sum, { data }) => sum + data.length, 0);

/** What its pictures cost beside that: a kibibyte as much as a reading. */
export const costOfPictures = (pictures: Pictures): number => Math.ceil(bytesOf(pictures) / KIBIBYTE);

/** How many places a report takes of the ingest queue, so that the queue is limited in bytes as well. */
export const placesOf = (pictures: Pictures): number => 1 + Math.floor(bytesOf(pictures) / PLACE_BYTES);
