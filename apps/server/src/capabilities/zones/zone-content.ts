/** A zone as an edit can be reverted to, and as the audit log shows it. */
import type { ZoneGrid } from '@picket/domain/zones';
import { gridOf, type ZoneRow } from './zone-store.ts';

/** A zone as an edit can be reverted to. */
export interface ZoneContent {
  readonly kind: 'ZONE';
  readonly location: string;
  readonly zoneId: string;
  readonly name: string;
  readonly grid: ZoneGrid;
  /** What a deleted zone is recreated from; old edits do not have it. */
  readonly made?:
    | {
        readonly sentry: string | null;
        readonly sensorMetricIds: readonly string[];
        readonly parentId: string | null;
        readonly policy: string | null;
        readonly revision: number;
      }
    | undefined;
}

export const contentOf = (row: ZoneRow): ZoneContent => ({
  kind: 'ZONE',
  location: row.locationGuid,
  zoneId: row.guid,
  name: row.name,
  grid: gridOf(row),
  made: {
    sentry: row.sentryGuid,
    sensorMetricIds: row.sensorMetricIds,
    parentId: row.parentGuid,
    policy: row.policyGuid,
    revision: row.revision,
  },
});

/** A row of cells as one line of text: i included, x excluded, t excluded-tagged. */
const SIGNS = { included: 'i', excluded: 'x', 'excluded-tagged': 't' } as const;

export const zoneFields = ({ name, grid }: ZoneContent) => ({
  name,
  cells: grid.exclusions.map((cells) => cells.map((cell) => SIGNS[cell]).join('')),
});

export const exclusionsOf = ({ grid }: ZoneContent) => grid.exclusions.map((cells) => [...cells]);
