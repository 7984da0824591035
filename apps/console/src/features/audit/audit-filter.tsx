import { NativeSelect, TextInput } from '@mantine/core';
import { AUDIT_ACTIONS } from '@picket/domain/audit';
import { useText } from '../../lib/texts.ts';
import type { AuditFilter } from './use-audit-log.ts';

/** Name, action and days of the entries that are shown. */
export function AuditFilterFields({ chosen, change }: Pick<AuditFilter, 'chosen' | 'change'>) {
  const t = useText();
  return (
    <div className="filters">
      <TextInput
        label={t('audit.nameContains')}
        value={chosen.search}
        onChange={(event) => change('search', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('audit.actionFilter')}
        value={chosen.action}
        data={[
          { value: '', label: t('audit.allActions') },
          ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.action.${value}`) })),
        ]}
        onChange={(event) => change('action', event.currentTarget.value)}
      />
      <TextInput
        label={t('audit.from')}
        type="date"
        value={chosen.from}
        onChange={(event) => change('from', event.currentTarget.value)}
      />
      <TextInput
        label={t('audit.to')}
        type="date"
        value={chosen.to}
        onChange={(event) => change('to', event.currentTarget.value)}
      />
    </div>
  );
}
