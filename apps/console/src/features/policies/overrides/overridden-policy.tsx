/** A policy as it is for all devices, and below it its overrides. */
import { Button } from '@mantine/core';
import type { PolicyCardOut, PolicyOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import styles from '../../../ui/tree.module.css';
import { useProfile } from '../../session/index.ts';
import { violationText } from '../policy-text.ts';
import { RecentPolicyEdits } from '../versions/recent-policy-edits.tsx';
import { OverrideTree } from './override-tree.tsx';
import type { PolicyOverrides } from './use-policy-overrides.ts';

interface Props {
  readonly policy: PolicyOut;
  /** Where it is in force; null: not known. */
  readonly card: PolicyCardOut | null;
  readonly overrides: PolicyOverrides;
}

export function OverriddenPolicy({ policy, card, overrides }: Props) {
  const t = useText();
  return (
    <div className="stack">
      <div className="row">
        <h1>
          {t.rich('policies.overrides.title', {
            policy: nameText(t, policy.name),
            muted: (text) => <span className="muted">{text}</span>,
          })}
        </h1>
        <span className="grow" />
        <Button variant="default" component={Link} to={`/admin/policies/${policy.guid}`}>
          {t('policies.open')}
        </Button>
      </div>
      <ul className={styles.tree}>
        <li>
          <AllDevices policy={policy} card={card} />
          <OverrideTree policy={policy} overrides={overrides} />
        </li>
      </ul>
      <RecentPolicyEdits policy={policy.guid} mayUndo />
    </div>
  );
}

function AllDevices({ policy, card }: Pick<Props, 'policy' | 'card'>) {
  const t = useText();
  const { useCelsius } = useProfile().preferences;
  const version = String(policy.version);
  return (
    <section className="card pad stack-tight" aria-label={t('policies.overrides.allDevices')}>
      <div className="row">
        <h2>{t('policies.overrides.allDevices')}</h2>
        <span className="muted num small">
          {card === null
            ? t('policies.version', { version })
            : t('policies.overrides.scope', { version, sentries: card.sentries, locations: card.locations })}
        </span>
      </div>
      {policy.definition.violations.map((violation) => (
        <p key={violation.description}>{violationText(t, violation, useCelsius)}</p>
      ))}
    </section>
  );
}
