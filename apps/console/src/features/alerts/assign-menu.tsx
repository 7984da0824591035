/** Assigns an open alert to a person who may view it. */
import { Button, Popover, Select } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { isOpen } from '@picket/domain/alert-states';
import { useState } from 'react';
import { api, problemText, refresh, useApi } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useProfile } from '../session/index.ts';
import { replaceInLists } from './replace-in-lists.ts';
import { refreshAlert } from './use-alert.ts';

export function AssignMenu({ alert }: { readonly alert: AlertOut }) {
  const t = useText();
  const { display } = useProfile();
  const [isOpened, setOpened] = useState(false);
  if (display || !isOpen(alert)) return null;
  return (
    <Popover opened={isOpened} onChange={setOpened} width={300} position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default" aria-expanded={isOpened} onClick={() => setOpened(!isOpened)}>
          {t('alerts.assign')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <People alert={alert} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface Props {
  readonly alert: AlertOut;
  readonly onDone: () => void;
}

/** Loaded when the menu is opened. */
function People({ alert, onDone }: Props) {
  const t = useText();
  const own = useProfile();
  const params = { guid: alert.guid };
  const { data, error, mutate } = useApi('GET /alerts/{guid}/assignees', { params });
  const [user, setUser] = useState<string | null>(null);
  const { busy, run } = useAction(async () => {
    replaceInLists(await api('POST /alerts/{guid}/assign', { params, body: { user } }));
    await Promise.all([refreshAlert(alert.guid), refresh('GET /views/alerts')]);
    onDone();
  });
  if (error !== undefined)
    return <Problem title={t('alerts.assignProblem')} text={problemText(error)} onRetry={() => void mutate()} />;
  const people = (data?.items ?? []).map(({ guid, name }) => ({
    value: guid,
    label: guid === own.guid ? t('alerts.assignToMe', { name }) : name,
  }));
  const isAssigned = alert.assigned !== undefined;
  return (
    <div className="stack">
      <Select
        label={t('alerts.assignTo')}
        data={people}
        value={user ?? alert.assigned?.to.guid ?? null}
        onChange={setUser}
        searchable
        allowDeselect={false}
        disabled={data === undefined}
        data-autofocus
        nothingFoundMessage={t('alerts.noPerson')}
        comboboxProps={{ withinPortal: false }}
      />
      <Button loading={busy} disabled={user === null || user === alert.assigned?.to.guid} onClick={() => void run()}>
        {t('alerts.assign')}
      </Button>
      {isAssigned && <Unassign alert={alert} onDone={onDone} />}
    </div>
  );
}

function Unassign({ alert, onDone }: Props) {
  const t = useText();
  const { busy, run } = useAction(async () => {
    replaceInLists(await api('POST /alerts/{guid}/assign', { params: { guid: alert.guid }, body: { user: null } }));
    await Promise.all([refreshAlert(alert.guid), refresh('GET /views/alerts')]);
    onDone();
  });
  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      {t('alerts.unassign')}
    </Button>
  );
}
