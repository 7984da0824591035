import { type AuditAction, isAuditAction } from '@picket/domain/audit';
import type { ReactNode } from 'react';
import { nameText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';

export interface AuditedAction {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  /** They did it to themselves. */
  readonly isOwn: boolean;
}

/** Actions that read differently when people do them to themselves. */
const OWN_ACTIONS = [
  'MFA_REMOVED',
  'NOTIFICATIONS_CHANGED',
  'PASSWORD_RESET',
  'SESSION_ENDED',
  'USER_CHANGED',
] as const satisfies readonly AuditAction[];

/** Alerts are named after the violation that raised them. */
const WITH_DEFAULT_NAMES = ['policy', 'alert'];

/** What it was done to: a policy or an alert with a default name is named in the language of the reader. */
export const auditTargetText = (
  t: Translator,
  { kind, name }: { readonly kind: string; readonly name: string },
): string => (WITH_DEFAULT_NAMES.includes(kind) ? nameText(t, name) : name);

/** `ALERT_ACKNOWLEDGED`: "alert". */
const kindOf = (action: string): string => action.slice(0, action.indexOf('_')).toLowerCase();

/** Who did what: "Ada changed the policy Warm rooms". An action that this version does not know is named as it is stored. */
export function auditSentence(
  t: Translator,
  { actor, action, target, isOwn }: AuditedAction,
  mark: (name: ReactNode) => ReactNode = (name) => name,
): ReactNode {
  const values = { actor, target: auditTargetText(t, { kind: kindOf(action), name: target }), b: mark };
  if (!isAuditAction(action)) return t.rich('audit.done.unknown', { ...values, action });
  const ownAction = isOwn ? OWN_ACTIONS.find((one) => one === action) : undefined;
  return ownAction === undefined ? t.rich(`audit.done.${action}`, values) : t.rich(`audit.own.${ownAction}`, values);
}
