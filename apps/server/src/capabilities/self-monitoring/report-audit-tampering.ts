/** A change of an audit log from outside raises a system alert in the admin tenant. */
import type { Platform } from '../../platform/platform.ts';
import { type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnLogChanged } from '../audit/index.ts';
import { findAdminTenant, findTenantName } from '../tenants/index.ts';
import { formatCount } from './format-count.ts';

/** The alert stays open until an administrator resolves it. */
export const createTamperingReporter =
  ({ clock }: Pick<Platform, 'clock'>, changed: OnAlertsChanged): OnLogChanged =>
  async (sql, { tenant, problem, others }) => {
    const admin = await findAdminTenant(sql);
    if (admin === null) return;
    const name = (await findTenantName(sql, tenant)) ?? `a deleted organization (${tenant})`;
    const more = others === 0 ? '' : `, and ${formatCount(others, 'other problem', 'other problems')}`;
    const message = `The audit log of ${name} was changed outside Picket: ${problem}${more}`;
    await raiseSystemAlert(
      sql,
      { tenant: admin, checkName: `audit:${tenant}`, severity: 350, message },
      clock.now(),
      changed,
    );
  };
