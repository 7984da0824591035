/** All policies, with what can be done with them together. */
import { Button } from '@mantine/core';
import type { PolicyCardOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import { ImportPolicies } from '../import/import-policies.tsx';
import { namedContentOf } from '../policy-content.ts';
import { exportPolicies } from '../policy-file.ts';
import { PolicySimulator } from '../simulation/policy-simulator.tsx';
import type { SentryOption } from '../use-sentry-options.ts';
import { RecentPolicyEdits } from '../versions/recent-policy-edits.tsx';
import { PolicyTable } from './policy-table.tsx';

interface Props {
  readonly policies: readonly PolicyCardOut[];
  readonly sentryOptions: readonly SentryOption[];
}

export function PolicyList({ policies, sentryOptions }: Props) {
  const { permissions, preferences } = useProfile();
  const mayEdit = isAdmin(permissions);
  const [isSimulating, setSimulating] = useState(false);
  const [sentryOption] = sentryOptions;
  return (
    <div className="stack">
      <ListHead
        policies={policies}
        mayEdit={mayEdit}
        isSimulating={isSimulating}
        onSimulate={sentryOption === undefined ? null : () => setSimulating(!isSimulating)}
      />
      {isSimulating && sentryOption !== undefined && (
        <PolicySimulator
          sentryOptions={sentryOptions}
          sentryOption={sentryOption}
          draft={null}
          isAdmin={mayEdit}
          useCelsius={preferences.useCelsius}
        />
      )}
      {policies.length === 0 ? (
        <NoPolicies mayEdit={mayEdit} />
      ) : (
        <PolicyTable policies={policies} useCelsius={preferences.useCelsius} isAdmin={mayEdit} />
      )}
      <RecentPolicyEdits mayUndo={mayEdit} />
    </div>
  );
}

interface HeadProps {
  readonly policies: readonly PolicyCardOut[];
  readonly mayEdit: boolean;
  readonly isSimulating: boolean;
  /** null: there is no sentry to simulate on. */
  readonly onSimulate: (() => void) | null;
}

function ListHead({ policies, mayEdit, isSimulating, onSimulate }: HeadProps) {
  const t = useText();
  return (
    <div className="row">
      <h1>{t('policies.list.title')}</h1>
      <span className="grow" />
      {onSimulate !== null && (
        <Button variant="default" aria-expanded={isSimulating} onClick={onSimulate}>
          {t('simulation.title')}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => exportPolicies(policies.map(namedContentOf), 'policies.json')}
        disabled={policies.length === 0}
      >
        {t('policies.export')}
      </Button>
      {mayEdit && <ImportPolicies policies={policies} />}
      {mayEdit && (
        <Button component={Link} to="/admin/policies/new">
          {t('policies.add')}
        </Button>
      )}
    </div>
  );
}

function NoPolicies({ mayEdit }: Pick<HeadProps, 'mayEdit'>) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('policies.list.none')}</h2>
      <p className="muted">{t('policies.list.noneText')}</p>
      {mayEdit && (
        <Button component={Link} to="/admin/policies/new">
          {t('policies.list.addFirst')}
        </Button>
      )}
    </section>
  );
}
