/** Edits the attributes of a location. */
import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../../lib/use-save.ts';
import {
  AttributesEditor,
  areValidAttributes,
  fromAttributeRows,
  toAttributeRows,
} from '../../../ui/attributes-editor.tsx';
import { DraftRestoredBanner } from '../../../ui/draft-restored-banner.tsx';
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
  const draft = useDraft(person, `attributes of ${location.guid}`, toAttributeRows(location.attributes));
  const { busy, problem, submit } = useSave(async () => {
    await api('PATCH /locations/{guid}', {
      params: { guid: location.guid },
      body: { attributes: fromAttributeRows(draft.value) },
      headers: ifUnmodifiedSince(location),
    });
    await reload();
    draft.clear();
    showToast(t('common.saved'));
  }, reload);
  return (
    <Form
      className="card section wide"
      label={t('locations.attributes.label')}
      dirty={draft.isDirty}
      onSubmit={() => void submit()}
    >
      <DraftRestoredBanner draft={draft} />
      <AttributesEditor rows={draft.value} onChange={draft.change} />
      <FormProblem problem={problem} />
      {draft.isDirty && (
        <div>
          <Button type="submit" loading={busy} disabled={!areValidAttributes(draft.value)}>
            {t('locations.attributes.save')}
          </Button>
        </div>
      )}
    </Form>
  );
}
