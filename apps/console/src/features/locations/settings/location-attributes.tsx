/** Edits the attributes of a location. */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { api } from '../../../lib/api.ts';
import { draftKey } from '../../../lib/stored-drafts.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import {
  AttributesEditor,
  areValidAttributes,
  attributesText,
  fromAttributeRows,
  toAttributeRows,
} from '../../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';

interface Props {
  readonly location: LocationOut;
  readonly person: string;
  readonly reload: () => Promise<unknown>;
}

export function LocationAttributes({ location, person, reload }: Props) {
  const t = useText();
  const { field, values, isDirty, draft, busy, problem, conflict, submit } = useApiForm('PATCH /locations/{guid}', {
    saved: { rows: toAttributeRows(location.attributes) },
    version: location.last_update_ts,
    draft: draftKey(person, `attributes of ${location.guid}`),
    toBody: ({ rows }) => ({ attributes: fromAttributeRows(rows) }),
    send: async (body, _, headers) => {
      await api('PATCH /locations/{guid}', {
        params: { guid: location.guid },
        body,
        headers,
      });
      await reload();
      showToast(t('common.saved'));
    },
    reload,
  });
  return (
    <Form className="card section" label={t('locations.attributes.label')} dirty={isDirty} onSubmit={submit}>
      <DraftRestoredBanner draft={draft} />
      <AttributesEditor rows={values.rows} onChange={field('rows').onChange} />
      <EditConflict conflict={conflict} words={{ rows: { label: t('ui.attributes.title'), show: attributesText } }} />
      <FormProblem problem={problem} />
      {isDirty && (
        <div>
          <Button type="submit" loading={busy} disabled={!areValidAttributes(values.rows)}>
            {t('locations.attributes.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}
