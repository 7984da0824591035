/** Connects clips with cameras, and with the signaling channel of the sentries. */
import {
  findRingSeconds,
  isCameraOffAt,
  isMasked,
  listMasksBetween,
  listOffPeriods,
} from '../capabilities/cameras/index.ts';
import type { CameraPorts } from '../capabilities/clips/index.ts';
import { findReaderOf, findReadSentry } from '../capabilities/integrations/index.ts';
import { insertSignal } from '../capabilities/signals/index.ts';

export const CAMERA_PORTS: CameraPorts = {
  ringSeconds: findRingSeconds,
  listOffPeriods: async (sql, tenant, location, { from, to }) => {
    const periods = await listOffPeriods(sql, tenant, location, { from: from.getTime(), to: to.getTime() });
    return periods.map((period) => ({
      from: new Date(period.from),
      to: period.to === null ? null : new Date(period.to),
    }));
  },
  isCameraOffAt: (sql, tenant, location, at) => isCameraOffAt(sql, tenant, location, at.getTime()),
  isMasked,
  masksBetween: listMasksBetween,
  readSentry: findReadSentry,
  readerOf: findReaderOf,
  insertSignal: (sql, tenant, sentry, signal, { at, expiresAt }) =>
    insertSignal(
      sql,
      tenant,
      sentry,
      { ...signal, alerts: [...signal.alerts] },
      { at: at.getTime(), expiresAt: expiresAt.getTime() },
    ),
};
