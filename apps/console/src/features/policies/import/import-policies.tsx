/** Imports policies from a file, after showing what each would change. */
import { Button } from '@mantine/core';
import type { PolicyCardOut } from '@picket/contracts/types';
import { useRef } from 'react';
import { plural } from '../../../lib/plural.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ImportedPolicies } from './imported-policies.tsx';
import { usePolicyImport } from './use-policy-import.ts';

export function ImportPolicies({ policies }: { readonly policies: readonly PolicyCardOut[] }) {
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
        Import
      </Button>
      {refused !== null && (
        <Dialog title="Import failed" onClose={close}>
          <p>{refused} Nothing was changed.</p>
          <div>
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
      {found !== null && (
        <Dialog title="Import policies?" onClose={close}>
          <ImportedPolicies found={found} onSelect={select} />
          {done !== null && (
            <progress aria-label="Importing policies" max={wanted} value={done}>
              {done} of {wanted}
            </progress>
          )}
          <div className="row">
            <Button loading={done !== null} disabled={wanted === 0} onClick={() => void save()}>
              {`Import ${plural(wanted, 'policy', 'policies')}`}
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
