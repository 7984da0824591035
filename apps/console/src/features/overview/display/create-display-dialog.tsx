/** Creates the read-only session of a wall display. It is ended from the profile of the user who created it. */
import { Checkbox } from '@mantine/core';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { revalidateSession, withReauthentication } from '../../session/index.ts';
import { byName, type OverviewItem } from '../overview-order.ts';

interface Props {
  readonly items: readonly OverviewItem[];
  readonly onClose: () => void;
}

export function CreateDisplayDialog({ items, onClose }: Props) {
  const t = useText();
  const all = items.map(({ card }) => card.guid);
  const { form, values, busy, problem, submit } = useApiForm('POST /users/my-profile/display', {
    saved: { locations: all },
    toBody: ({ locations }) => (locations.length === all.length ? {} : { locations }),
    send: async (body) => {
      await withReauthentication(() => api('POST /users/my-profile/display', { body }));
      onClose();
      await revalidateSession();
    },
  });
  const chosen = new Set(values.locations);
  const isAll = chosen.size === all.length;
  return (
    <DialogForm
      title={t('display.createTitle')}
      action={t('display.createAction')}
      busy={busy}
      disabled={chosen.size === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">{t('display.createText')}</p>
      <fieldset className="series-picker">
        <legend className="visually-hidden">{t('display.shownLocations')}</legend>
        <Checkbox
          label={t('display.everyLocation')}
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          onChange={(event) => form.setFieldValue('locations', event.currentTarget.checked ? all : [])}
        />
        {[...items].sort(byName(t.locale)).map(({ card: { guid, name } }) => (
          <Checkbox
            key={guid}
            label={name}
            checked={chosen.has(guid)}
            onChange={(event) => {
              const isShown = event.currentTarget.checked;
              form.setFieldValue(
                'locations',
                all.filter((one) => (one === guid ? isShown : chosen.has(one))),
              );
            }}
          />
        ))}
      </fieldset>
      <FormProblem problem={problem} />
    </DialogForm>
  );
}
