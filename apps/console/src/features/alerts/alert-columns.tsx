/** The cards of an alert's page: the evidence in the wide column, what surrounds it in the other. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import type { ReactNode } from 'react';
import { useProfile } from '../session/index.ts';
import { AlertComments } from './alert-comments.tsx';
import styles from './alert-page.module.css';
import { AlertReadings } from './alert-readings.tsx';
import { AlertReasons } from './alert-reasons.tsx';
import { AlertThermal } from './alert-thermal.tsx';
import { AlertTimeline, type TimelineEntry } from './alert-timeline.tsx';
import { AlertUsual } from './alert-usual.tsx';
import { AlertVerdict } from './alert-verdict.tsx';
import { AlertWeather } from './alert-weather.tsx';
import { PolicyChangeDetails } from './policy-change-details.tsx';
import { SimilarAlerts } from './similar-alerts.tsx';

interface Props {
  readonly alert: AlertEvidenceOut;
  readonly notifications: readonly TimelineEntry[];
  /** How many were notified of it. */
  readonly notified: ReactNode;
  /** What it is grouped with. */
  readonly incident: ReactNode;
  /** What became of its video. */
  readonly video: ReactNode;
}

export function AlertColumns({ alert, notifications, notified, incident, video }: Props) {
  const { display } = useProfile();
  const isOfPolicyEdit = isEdit(alert.kind);
  const timeline = <AlertTimeline alert={alert} notifications={notifications} notified={notified} />;
  // Beside the clip, which it follows; an edit has nothing else to stand there.
  const isBeside = alert.video !== undefined || isOfPolicyEdit;
  return (
    <div className={styles.columns}>
      <div className="stack">
        <PolicyChangeDetails alert={alert} />
        {video}
        <AlertReadings alert={alert} />
        {!isBeside && timeline}
        <AlertComments alert={alert} />
      </div>
      <div className="stack">
        {isBeside && timeline}
        <AlertThermal alert={alert} />
        <AlertUsual alert={alert} />
        {!isOfPolicyEdit && <SimilarAlerts alert={alert} />}
        <AlertWeather alert={alert} />
      </div>
      <div className="stack">
        {!isOfPolicyEdit && !display && !alert.withdrawn && <AlertVerdict alert={alert} />}
        {incident}
        {!isOfPolicyEdit && <AlertReasons alert={alert} />}
      </div>
    </div>
  );
}
