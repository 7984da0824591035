import type { PolicyCardOut } from '@picket/contracts/types';
import { scheduleText } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import { Link } from 'react-router';
import { plural } from '../../../lib/plural.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { violationText } from '../policy-text.ts';
import classes from './policy-table.module.css';
import { falseShare } from './sort-policies.ts';

interface Props {
  readonly policy: PolicyCardOut;
  readonly useCelsius: boolean;
  readonly isAdmin: boolean;
}

/** One policy. On a phone its cells stand below each other, each with its label. */
export function PolicyTableRow({ policy, useCelsius, isAdmin }: Props) {
  const { guid, name, definition, doNotDisturb, sentries, locations, overrides, alerts, open } = policy;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <Link to={`/admin/policies/${guid}`}>{name}</Link>
      </th>
      <td>
        <ul className={classes.violations}>
          {definition.violations.map((violation) => (
            <li key={violation.description}>
              <StateBadge state={severityLabel(violation.severity)} /> {violationText(violation, useCelsius)}
            </li>
          ))}
        </ul>
        {doNotDisturb !== undefined && <p className="small muted">Do not disturb: {scheduleText(doNotDisturb)}</p>}
      </td>
      <td data-label="In force for" className="num">
        {plural(sentries, 'sentry', 'sentries')} <span className="small muted">at {plural(locations, 'location')}</span>
      </td>
      <td data-label="Overrides" className="num">
        {overrides === 0 ? (
          <span className="muted">none</span>
        ) : isAdmin ? (
          <Link to={`/admin/policies/${guid}/overrides`}>{plural(overrides, 'device')}</Link>
        ) : (
          plural(overrides, 'device')
        )}
      </td>
      <td data-label="Alerts in 30 days" className="num">
        {alerts}
        {open > 0 && <strong className={classes.open}>, {open} open</strong>}
      </td>
      <td data-label="False" className="num">
        <FalseShare policy={policy} />
      </td>
    </tr>
  );
}

function FalseShare({ policy }: { readonly policy: PolicyCardOut }) {
  const share = falseShare(policy);
  const { real, maintenance, false: falseAlarms } = policy.verdicts;
  if (share === null) return <span className="muted">no verdicts</span>;
  return (
    <>
      {Math.round(share * 100)} %{' '}
      <span className="small muted">
        ({falseAlarms} of {real + falseAlarms + maintenance} with a verdict)
      </span>
    </>
  );
}
