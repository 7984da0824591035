/** Tests a connection with what the form holds; nothing is stored. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { isAdmin } from '@picket/domain/permissions';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { fieldErrorsOf } from '../../lib/field-errors.ts';
import { useText } from '../../lib/texts.ts';
import { SIDE_TRIP } from '../../lib/unsaved-changes.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useProfile } from '../session/index.ts';
import { GatewayTest } from './gateway-test.tsx';
import { hasTarget, type SourceValues, toTest } from './source-values.ts';
import { TestResult } from './test-result.tsx';
import { VALUE_FIELDS } from './value-rows.ts';

const FIELDS = [
  'address',
  'discoveryPrefix',
  'host',
  'port',
  'user',
  'password',
  'community',
  'privacyPassword',
  'token',
  'deviceName',
  'unitId',
  'values',
  'registers',
  'topicValues',
];
const LISTS = ['values', 'registers', 'topicValues'];
const VALUE_FIELD = new RegExp(`^(?:${LISTS.join('|')})\\.\\d+\\.\\w+$`, 'u');

function fieldOf(path: string): string | null {
  const field = VALUE_FIELDS[path] ?? path;
  return VALUE_FIELD.test(field) || (!LISTS.includes(field) && FIELDS.includes(field)) ? field : null;
}

type Result = ResponseOf<'POST /integrations/test'>;

interface Props {
  readonly form: UseFormReturnType<SourceValues>;
  /** Whether a stored password would be needed: it is not read, so that it has to be typed. */
  readonly needsPassword: boolean;
  /** The form is as it was for who comes back to it. */
  readonly keepsDraft?: boolean;
}

export function ConnectionTest({ form, needsPassword, keepsDraft = false }: Props) {
  const t = useText();
  const [result, setResult] = useState<Result | null>(null);
  const { values } = form;
  const settings = JSON.stringify(toTest(values));
  const { busy, problem, submit, reset } = useSubmit(async () => {
    setResult(null);
    try {
      setResult(await api('POST /integrations/test', { body: toTest(values) }));
    } catch (error) {
      for (const [name, message] of Object.entries(fieldErrorsOf(error, fieldOf).fields))
        form.setFieldError(name, message);
      throw error;
    }
  });
  // What was found is about the settings as they were.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the settings change
  useEffect(() => {
    setResult(null);
    reset();
  }, [settings]);
  return (
    <div className="stack-tight">
      <div className="row">
        <Button
          variant="default"
          loading={busy}
          disabled={!hasTarget(values) || needsPassword}
          onClick={() => void submit()}
        >
          {t('integrations.test.start')}
        </Button>
        {needsPassword && (
          <span className="small muted">
            {t(values.kind === 'PROMETHEUS' ? 'integrations.test.needsToken' : 'integrations.test.needsPassword')}
          </span>
        )}
      </div>
      <FormProblem problem={problem} fields={FIELDS} />
      {values.readBy === '' && <PrivateHostsHint keepsDraft={keepsDraft} />}
      {result?.waiting !== undefined && <GatewayTest guid={result.waiting} prefix={values.discoveryPrefix} />}
      {result !== null && result.waiting === undefined && (
        <TestResult result={result} prefix={values.discoveryPrefix} />
      )}
    </div>
  );
}

/** For those who may allow a host: where. */
function PrivateHostsHint({ keepsDraft }: Pick<Props, 'keepsDraft'>) {
  const t = useText();
  const { tenant, permissions } = useProfile();
  if (!tenant.isAdminTenant || !isAdmin(permissions)) return null;
  return (
    <p className="small muted">
      {t.rich('integrations.test.privateHosts', {
        link: (text) => (
          <Link to={`/admin/tenants/${tenant.guid}/outbound`} state={keepsDraft ? SIDE_TRIP : undefined}>
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
