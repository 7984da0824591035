/** Creates the read-only session of a wall display. It is ended from the profile of the user who created it. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(items.map(({ card }) => card.guid)));
  const isAll = chosen.size === items.length;
  const { busy, problem, submit } = useSubmit(async () => {
    await withReauthentication(() =>
      api('POST /users/my-profile/display', { body: isAll ? {} : { locations: [...chosen] } }),
    );
    onClose();
    await revalidateSession();
  });
  return (
    <DialogForm
      title={t('display.createTitle')}
      action={t('display.createAction')}
      busy={busy}
      disabled={chosen.size === 0}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="muted">{t('display.createText')}</p>
      <fieldset className="series-picker">
        <legend className="visually-hidden">{t('display.shownLocations')}</legend>
        <Checkbox
          label={t('display.everyLocation')}
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          onChange={(event) =>
            setChosen(new Set(event.currentTarget.checked ? items.map(({ card }) => card.guid) : []))
          }
        />
        {[...items].sort(byName).map(({ card: { guid, name } }) => (
          <Checkbox
            key={guid}
            label={name}
            checked={chosen.has(guid)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(guid);
              else next.delete(guid);
              setChosen(next);
            }}
          />
        ))}
      </fieldset>
      <FormProblem problem={problem} />
    </DialogForm>
  );
}
