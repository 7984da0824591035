/** The head of an alert's page: what it is, where, how it stands, and what can be done about it. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Formats } from '../../lib/formats.ts';
import { nameText } from '../../lib/kind-texts.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useProfile } from '../session/index.ts';
import styles from './alert-page.module.css';
import { alertPlace, alertState, alertTimezone, alertTitle, sensorOf } from './alert-text.ts';

interface Props {
  readonly alert: AlertEvidenceOut;
  /** Buttons; on a phone they stay at the lower edge of the screen. */
  readonly actions: ReactNode;
}

export function AlertHeader({ alert, actions }: Props) {
  const t = useText();
  const now = useNow();
  const { guid } = useProfile();
  const formats = useFormats(alertTimezone(alert));
  return (
    <header className="stack-tight">
      <div className="row">
        <StateBadge state={alertState(alert)} />
        {alert.corrected && !alert.withdrawn && <StateBadge state="corrected" />}
        <h1>{alertTitle(t, formats, alert)}</h1>
        <span className="muted facts">
          <span>
            {alert.location === undefined ? (
              alertPlace(t, alert)
            ) : (
              <Link to={`/locations/${alert.location.guid}`}>{alertPlace(t, alert)}</Link>
            )}
          </span>
          {alert.sentry && <span>{alert.sentry.name}</span>}
          {sensorOf(alert) !== undefined && <span>{sensorOf(alert)}</span>}
          {alert.policy && <span>{policyText(t, alert.policy)}</span>}
        </span>
        <span className="grow" />
        {/* Wraps as one block below the title. */}
        <div className={`row ${styles.actions}`} data-bottom-bar>
          {actions}
        </div>
      </div>
      <p className="muted num facts">
        {listProperties(t, formats, alert, guid, now).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </header>
  );
}

function policyText(t: Translator, { name, version }: NonNullable<AlertEvidenceOut['policy']>): string {
  const policy = nameText(t, name);
  return version > 0 ? t('alerts.policyVersion', { policy, version: String(version) }) : policy;
}

/** How it stands, in a few words each. */
function listProperties(
  t: Translator,
  formats: Formats,
  alert: AlertEvidenceOut,
  viewer: string,
  now: number,
): readonly string[] {
  const raised = formats.dateTimeWithSeconds(alert.raisedAt);
  const zone = formats.timezoneNote();
  const time = zone === '' ? raised : `${raised} ${zone}`;
  if (isEdit(alert.kind)) return [t('alerts.state.edit'), t('alerts.fact.made', { time })];
  const raisedFact = t('alerts.fact.raised', { time });
  if (alert.withdrawn) return [t('alerts.state.withdrawn'), raisedFact];
  const { endedAt } = alert;
  const duration = formats.duration((endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(alert.raisedAt));
  return [
    t(`alerts.state.${alert.state}`),
    raisedFact,
    endedAt === undefined ? t('alerts.fact.lasting', { duration }) : t('alerts.fact.lasted', { duration }),
    acknowledgedFact(t, formats, alert),
    ...(alert.assigned === undefined ? [] : [assignedFact(t, alert.assigned.to, viewer)]),
    ...(alert.muted && alert.state === 'OPEN' ? [mutedFact(t, formats, alert)] : []),
    ...(alert.backfilled ? [t('alerts.fact.backfilled')] : []),
  ];
}

const assignedFact = (
  t: Translator,
  assignee: { readonly guid: string; readonly name: string },
  viewer: string,
): string =>
  assignee.guid === viewer ? t('alerts.fact.assignedToYou') : t('alerts.fact.assigned', { name: assignee.name });

const mutedFact = (t: Translator, formats: Formats, { mutedUntil }: AlertEvidenceOut): string =>
  mutedUntil === undefined
    ? t('alerts.fact.muted')
    : t('alerts.fact.mutedUntil', { time: formats.dateTime(mutedUntil) });

function acknowledgedFact(t: Translator, formats: Formats, { acknowledged }: AlertEvidenceOut): string {
  if (acknowledged === undefined) return t('alerts.fact.unacknowledged');
  const { by: name, until } = acknowledged;
  if (until === undefined) return t('alerts.fact.acknowledged', { name });
  return t('alerts.fact.acknowledgedUntil', { name, time: formats.dateTime(until) });
}
