/** Callbacks of the sensors capability; connected in app/wire-edits.ts. */
import type { FluidSensorOut } from '@picket/contracts/types';
import type { Sql } from '../../platform/db/database.ts';
import type { OnConfigChanged } from '../sentries/index.ts';

export interface SensorChange {
  readonly tenant: string;
  readonly location: string;
  readonly sentry: string;
  readonly model: string;
  readonly serialNumber: string;
  readonly status: FluidSensorOut['status'];
}

/** Runs in the transaction that made the change. */
export type OnSensorsChanged = (sql: Sql, changes: readonly SensorChange[]) => Promise<void>;

export interface SensorPorts {
  readonly onSensorsChanged: OnSensorsChanged;
  readonly configChanged: OnConfigChanged;
}
