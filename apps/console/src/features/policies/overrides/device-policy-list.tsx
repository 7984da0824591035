/** The policies in force on a device, with the source of each value. */
import type { EffectivePolicyOut, ZoneOut } from '@picket/contracts/types';
import { severityLabel } from '@picket/domain/severity';
import { Link } from 'react-router';
import { nameText } from '../../../lib/kind-texts.ts';
import { compareNames } from '../../../lib/name-order.ts';
import { scheduleText } from '../../../lib/schedule-text.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { useProfile } from '../../session/index.ts';
import { isNotApplicable } from '../policy-applicability.ts';
import { violationText } from '../policy-text.ts';
import styles from './device-policy-list.module.css';

interface Props {
  readonly location: string;
  readonly sentry: string;
  readonly policies: readonly EffectivePolicyOut[];
  /** Those of the location. */
  readonly zones: readonly ZoneOut[];
}

export function DevicePolicyList({ location, sentry, policies, zones }: Props) {
  const t = useText();
  const nameOf = ({ policy }: EffectivePolicyOut): string => nameText(t, policy.name);
  // The server knows the names in English only.
  const sorted = policies.toSorted((a, b) => compareNames(t.locale, nameOf(a), nameOf(b)));
  return (
    <ul className={`card ${styles.rows}`}>
      {sorted.map((policy) => (
        <Row
          key={policy.policy.guid}
          path={`/locations/${location}/settings/devices/${sentry}/policies/${policy.policy.guid}`}
          policy={policy}
          isElsewhere={isNotApplicable(policy, sentry, zones)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly path: string;
  readonly policy: EffectivePolicyOut;
  readonly isElsewhere: boolean;
}

function Row({ path, policy, isElsewhere }: RowProps) {
  const t = useText();
  const formats = useFormats();
  const { useCelsius } = useProfile().preferences;
  const { reason, definition, doNotDisturb } = policy;
  return (
    <li className={styles.row}>
      <div className="stack-tight">
        <h2>
          <Link to={path}>{nameText(t, policy.policy.name)}</Link>
        </h2>
        {definition.violations.map((violation) => (
          <p key={violation.description} className="small">
            <StateBadge state={severityLabel(violation.severity)} /> {violationText(t, violation, useCelsius)}
          </p>
        ))}
        {doNotDisturb !== undefined && (
          <p className="small muted">
            {t('policies.doNotDisturb', { schedule: scheduleText(t, formats, doNotDisturb) })}
          </p>
        )}
      </div>
      <div className="stack-tight">
        <span className={reason === 'GLOBAL' ? 'tag' : 'tag caution'}>{t(`policies.origin.${reason}`)}</span>
        {isElsewhere && <span className="small muted">{t('policies.device.elsewhere')}</span>}
        {policy.dormant.length > 0 && <span className="small muted">{t('policies.device.dormant')}</span>}
      </div>
    </li>
  );
}
