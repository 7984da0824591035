/** A change of an audit log from outside raises a system alert in the admin tenant. */
import { problemOf } from '@picket/domain/problems';
import type { Platform } from '../../platform/platform.ts';
import { type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import { findAdminTenant, findTenantName } from '../tenants/index.ts';

/** The alert stays open until an administrator resolves it. */
export const createTamperingReporter =
  ({ clock }: Pick<Platform, 'clock'>, changed: OnAlertsChanged): OnLogChanged =>
  async (sql, { tenant, first: found, others }) => {
    const admin = await findAdminTenant(sql);
    if (admin === null) return;
    const { ordinal, through = ordinal, kind } = found;
    const problem = problemOf('AUDIT_CHANGED', {
      // Of a deleted organization there is no name any more.
      tenant: (await findTenantName(sql, tenant)) ?? tenant,
      entries: through === ordinal ? 'ONE' : 'MANY',
      first: ordinal,
      last: through,
      kind,
      others,
    });
    await raiseSystemAlert(
      sql,
      { tenant: admin, checkName: `audit:${tenant}`, severity: 350, problem },
      clock.now(),
      changed,
    );
  };
