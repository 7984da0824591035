/** What clips ask of other capabilities; connected in app/wire-clips.ts. */
import type { ReadDevice } from '@picket/contracts/read-device';
import type { Sql } from '../../platform/db/database.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';

/** Asks a sentry to record. */
export interface RecordSignal {
  readonly kind: 'RECORD';
  readonly recording: string;
  readonly alerts: readonly string[];
  readonly from: string;
  /** Absent: the alert is open. */
  readonly until?: string;
  /** To a gateway: the device that it reads; absent: its own camera. */
  readonly device?: ReadDevice;
}

/** A gateway, and what it calls a device that it reads. */
export interface Reader {
  readonly gateway: string;
  readonly device: ReadDevice;
}

export interface OffPeriod {
  readonly from: Date;
  /** null: still off. */
  readonly to: Date | null;
}

export interface MaskInForce {
  readonly revision: number;
  readonly rows: number;
  readonly columns: number;
  /** For each row the columns that are masked. */
  readonly cells: readonly (readonly number[])[];
  readonly changedByName: string;
  readonly startsAt: Date;
}

export interface CameraPorts {
  /** The seconds of video that the sentry keeps; null: it has no camera. */
  ringSeconds(sql: Sql, tenant: string, sentry: string): Promise<number | null>;
  listOffPeriods(
    sql: Sql,
    tenant: string,
    location: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly OffPeriod[]>;
  isCameraOffAt(sql: Sql, tenant: string, location: string, at: Date): Promise<boolean>;
  /** Whether a part of the sentry's picture has to be masked. */
  isMasked(sql: Sql, tenant: string, sentry: string): Promise<boolean>;
  /** What was masked at some time of the span, oldest first. */
  masksBetween(
    sql: Sql,
    tenant: string,
    sentry: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly MaskInForce[]>;
  /** The sentry of a device that this gateway reads; null: it reads no such device. */
  readSentry(
    sql: Sql,
    tenant: string,
    gateway: string,
    device: ReadDevice,
  ): Promise<{ readonly sentry: string; readonly location: string } | null>;
  /** The gateway that reads the device of a sentry; null: it has a device of its own. */
  readerOf(sql: Sql, tenant: string, sentry: string): Promise<Reader | null>;
  insertSignal(
    sql: Sql,
    tenant: string,
    sentry: string,
    signal: RecordSignal,
    times: { readonly at: Date; readonly expiresAt: Date },
  ): Promise<void>;
}

export interface ClipPorts {
  readonly cameras: CameraPorts;
  readonly onAlertsChanged: OnAlertsChanged;
}
