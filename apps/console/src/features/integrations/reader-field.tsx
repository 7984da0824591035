/** Who reads a source: this server, or a gateway in its network. */
import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import styles from './integrations.module.css';
import type { SourceValues } from './source-values.ts';
import { useGateways } from './use-gateways.ts';

export function ReaderField({ form }: { readonly form: UseFormReturnType<SourceValues> }) {
  const t = useText();
  const gateways = useGateways().data?.items ?? [];
  const { readBy } = form.values;
  const isGone = readBy !== '' && !gateways.some(({ guid }) => guid === readBy);
  return (
    <div className="stack-tight">
      <div className={styles.columns}>
        <NativeSelect
          label={t('integrations.field.readBy')}
          description={t('integrations.field.readByHelp')}
          data={[
            { value: '', label: t('integrations.thisServer') },
            ...gateways.map(({ guid, name }) => ({ value: guid, label: t('integrations.gateway', { name }) })),
            ...(isGone ? [{ value: readBy, label: t('integrations.gatewayGone') }] : []),
          ]}
          {...form.getInputProps('readBy')}
        />
      </div>
      <details>
        <summary className="small">{t('integrations.gatewayStart')}</summary>
        <p className="muted small">{t('integrations.gatewayStartText')}</p>
        <CopyLine
          text={t('integrations.gatewayCommand', { server: window.location.origin })}
          label={t('integrations.gatewayCopy')}
        />
      </details>
    </div>
  );
}
