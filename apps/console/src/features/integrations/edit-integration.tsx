/** Changes the settings of an integration. */
import { Button } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ConnectionTest } from './connection-test.tsx';
import { SourceFields } from './source-fields.tsx';
import { isTested, needsSecret, toPatch, valuesOf } from './source-values.ts';
import { sourceWords } from './source-words.ts';
import { changeIntegration, type Integration, refreshIntegrations } from './use-integrations.ts';
import { VALUE_FIELDS } from './value-rows.ts';

interface Props {
  readonly integration: Integration;
  readonly onClose: () => void;
}

export function EditIntegration({ integration, onClose }: Props) {
  const t = useText();
  const formats = useFormats();
  const { guid, name, hasPassword } = integration;
  const { form, values, isDirty, busy, problem, conflict, submit } = useApiForm('PATCH /integrations/{guid}', {
    saved: valuesOf(integration),
    version: integration.last_update_ts,
    toBody: (typed) => toPatch(integration, typed),
    fields: VALUE_FIELDS,
    send: async (body, _, headers) => {
      await changeIntegration(guid, body, headers);
      showToast(t('common.saved'));
      onClose();
    },
    reload: refreshIntegrations,
  });
  return (
    <Form label={t('integrations.editOf', { name })} dirty={isDirty} onSubmit={submit}>
      <SourceFields form={form} locations={null} hasPassword={hasPassword} />
      {isTested(values) && <ConnectionTest form={form} needsPassword={hasPassword && needsSecret(values)} />}
      <EditConflict conflict={conflict} words={sourceWords(t, formats)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty}>
          {t('common.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
