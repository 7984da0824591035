/** Imports policies from a file, after showing what each would change. */
import { Button } from '@mantine/core';
import type { PolicyCardOut } from '@picket/contracts/types';
import { useRef } from 'react';
import { useText } from '../../../lib/texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ImportedPolicies } from './imported-policies.tsx';
import { usePolicyImport } from './use-policy-import.ts';

export function ImportPolicies({ policies }: { readonly policies: readonly PolicyCardOut[] }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { found, wanted, refused, done, read, save, select, close } = usePolicyImport(policies);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('policies.import.button')}
      </Button>
      {refused !== null && (
        <Dialog title={t('policies.import.failed')} onClose={close}>
          <p>{t(`policies.import.problem.${refused}`)}</p>
          <div>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
          </div>
        </Dialog>
      )}
      {found !== null && (
        <Dialog title={t('policies.import.title')} onClose={close}>
          <ImportedPolicies found={found} onSelect={select} />
          {done !== null && (
            <progress aria-label={t('policies.import.progress')} max={wanted} value={done}>
              {t('policies.import.done', { done, wanted })}
            </progress>
          )}
          <div className="row">
            <Button loading={done !== null} disabled={wanted === 0} onClick={() => void save()}>
              {t('policies.import.save', { count: wanted })}
            </Button>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
