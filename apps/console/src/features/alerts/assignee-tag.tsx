import type { AlertOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useProfile } from '../session/index.ts';

/** Whom an alert is assigned to; nothing if that is nobody. */
export function AssigneeTag({ alert: { assigned } }: { readonly alert: AlertOut }) {
  const t = useText();
  const { guid } = useProfile();
  if (assigned === undefined) return null;
  const isOwn = assigned.to.guid === guid;
  return (
    <span className={isOwn ? 'tag good' : 'tag'}>
      {isOwn ? t('alerts.assignedToYou') : t('alerts.assignedTo', { name: assigned.to.name })}
    </span>
  );
}
