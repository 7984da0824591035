/** The title of a policy with what can be done with it as a whole. */
import { Button } from '@mantine/core';
import type { PolicyOut } from '@picket/contracts/types';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { nameText } from '../../../lib/kind-texts.ts';
import { useText } from '../../../lib/texts.ts';
import { ifUnmodifiedSince } from '../../../lib/use-save.ts';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { exportPolicies } from '../policy-file.ts';
import { refreshPolicies } from '../refresh-policies.ts';

interface Props {
  readonly policy: PolicyOut;
  readonly inForce: NamedContent;
  readonly mayEdit: boolean;
  readonly onDeleted: () => void;
}

export function PolicyHead({ policy, inForce, mayEdit, onDeleted }: Props) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="row">
        <h1>{nameText(t, policy.name)}</h1>
        <span className="muted num">{t('policies.version', { version: String(policy.version) })}</span>
        <span className="grow" />
        <Button variant="default" component="a" href="#versions">
          {t('policies.versions.title')}
        </Button>
        <Button variant="default" onClick={() => exportPolicies([inForce], `${policy.name}.json`)}>
          {t('policies.export')}
        </Button>
        {mayEdit && policy.deletable && (
          <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
            {t('policies.delete.button')}
          </Button>
        )}
      </div>
      {asking && <DeletePolicy policy={policy} onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DeleteProps {
  readonly policy: PolicyOut;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeletePolicy({ policy, onDeleted, onClose }: DeleteProps) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Confirmation
      title={t('policies.delete.title', { name: nameText(t, policy.name) })}
      action={t('policies.delete.action', { name: nameText(t, policy.name) })}
      reload={refreshPolicies}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /policies/{guid}', { params: { guid: policy.guid }, headers: ifUnmodifiedSince(policy) });
        onDeleted();
        navigate('/admin/policies', { replace: true });
        await refreshPolicies();
      }}
    >
      <p className="muted">{t('policies.delete.text')}</p>
    </Confirmation>
  );
}
