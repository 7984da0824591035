import { changeText } from '@picket/domain/policy-changes';
import { POLICY_CHANGE_SEVERITY } from '@picket/domain/severity';
import { truncateText } from '@picket/domain/text';
import type { Tx } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { PolicyEdit } from '../../zones/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { recordExternalAlert } from '../external/record-external-alert.ts';

/** Inserts the alert that reports an edit (specification, section 9: severity 110). It is cleared at once. */
export async function insertPolicyChangeAlert(
  { sql }: Tx,
  edit: PolicyEdit,
  changed: OnAlertsChanged,
): Promise<string> {
  const guid = newGuid();
  const texts = edit.changes.map(changeText);
  const more = texts.length > 3 ? [`and ${texts.length - 3} more`] : [];
  const message = truncateText(`${edit.title}: ${[...texts.slice(0, 3), ...more].join('; ')}`, 1024);
  const { tenant, location, sentry, at, by } = edit;
  const policy = edit.policy === null ? undefined : { guid: edit.policy, name: edit.title };
  const severity = POLICY_CHANGE_SEVERITY;
  const kind = 'POLICY_CHANGE_ALERT';
  await recordExternalAlert(
    sql,
    { guid, tenant, location, sentry, kind, severity, message, at, isEvent: true, policy },
    [{ at, code: 'POLICY_EDITED', byName: by }],
    at,
    changed,
  );
  return guid;
}
