import { ALERT_KINDS, POLICY_CHANGE_KIND } from '@picket/domain/alert-kinds';
import { changeHeadline } from '@picket/domain/policy-changes';
import { truncateText } from '@picket/domain/text';
import type { Tx } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { PolicyEdit } from '../../zones/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { recordExternalAlert } from '../external/record-external-alert.ts';

/**
 * Inserts the alert that reports an edit (specification, section 9: severity 110). It is cleared at once. Its message has no values,
 * since they have a unit: each reader is shown the changes in their own.
 */
export async function insertPolicyChangeAlert(
  { sql }: Tx,
  edit: PolicyEdit,
  changed: OnAlertsChanged,
): Promise<string> {
  const guid = newGuid();
  const texts = edit.changes.map(changeHeadline);
  const more = texts.length > 3 ? [`and ${texts.length - 3} more`] : [];
  const message = truncateText(`${edit.title}: ${[...texts.slice(0, 3), ...more].join('; ')}`, 1024);
  const { tenant, location, sentry, at, by } = edit;
  const policy = edit.policy === null ? undefined : { guid: edit.policy, name: edit.title };
  const kind = POLICY_CHANGE_KIND;
  const { severity } = ALERT_KINDS[kind];
  await recordExternalAlert(
    sql,
    { guid, tenant, location, sentry, kind, severity, message, at, policy },
    [{ at, code: 'POLICY_EDITED', byName: by.name }],
    at,
    (tx, changes) =>
      changed(
        tx,
        changes.map((change) => (by.guid === null ? change : { ...change, by: by.guid })),
      ),
  );
  return guid;
}
