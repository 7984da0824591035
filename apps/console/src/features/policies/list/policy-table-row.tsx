import type { PolicyCardOut } from '@picket/contracts/types';
import { severityLabel } from '@picket/domain/severity';
import { Link } from 'react-router';
import { nameText } from '../../../lib/kind-texts.ts';
import { scheduleText } from '../../../lib/schedule-text.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { small } from '../../../ui/rich-tags.tsx';
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
  const t = useText();
  const formats = useFormats();
  const { guid, name, definition, doNotDisturb, sentries, locations, alerts, open } = policy;
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <Link to={`/admin/policies/${guid}`}>{nameText(t, name)}</Link>
      </th>
      <td>
        <ul className={classes.violations}>
          {definition.violations.map((violation) => (
            <li key={violation.description}>
              <StateBadge state={severityLabel(violation.severity)} /> {violationText(t, violation, useCelsius)}
            </li>
          ))}
        </ul>
        {doNotDisturb !== undefined && (
          <p className="small muted">
            {t('policies.doNotDisturb', { schedule: scheduleText(t, formats, doNotDisturb) })}
          </p>
        )}
      </td>
      <td data-label={t('policies.column.sentries')} className="num">
        {t.rich('policies.card.scope', { sentries, locations, small })}
      </td>
      <td data-label={t('policies.column.overrides')} className="num">
        <Overrides policy={policy} isAdmin={isAdmin} />
      </td>
      <td data-label={t('policies.column.alerts')} className="num">
        {open === 0
          ? formats.number(alerts)
          : t.rich('policies.card.alertsOpen', {
              alerts,
              open,
              strong: (text) => <strong className={classes.open}>{text}</strong>,
            })}
      </td>
      <td data-label={t('policies.column.false')} className="num">
        <FalseShare policy={policy} />
      </td>
    </tr>
  );
}

function Overrides({ policy: { guid, overrides }, isAdmin }: Pick<Props, 'policy' | 'isAdmin'>) {
  const t = useText();
  if (overrides === 0) return <span className="muted">{t('policies.card.noOverrides')}</span>;
  const text = t('policies.deviceCount', { count: overrides });
  return isAdmin ? <Link to={`/admin/policies/${guid}/overrides`}>{text}</Link> : text;
}

function FalseShare({ policy }: Pick<Props, 'policy'>) {
  const t = useText();
  const share = falseShare(policy);
  const { real, maintenance, false: falseAlarms } = policy.verdicts;
  return share === null ? (
    <span className="muted">{t('policies.card.noVerdicts')}</span>
  ) : (
    t.rich('policies.card.false', {
      percent: Math.round(share * 100),
      count: falseAlarms,
      total: real + falseAlarms + maintenance,
      small,
    })
  );
}
