/** Imports policies from a file: each is validated and compared first; the selected ones are then saved one by one. */
import { Button, Checkbox } from '@mantine/core';
import type { PolicyCardOut } from '@picket/contracts/types';
import { nameKey } from '@picket/domain/names';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useRef, useState } from 'react';
import { ApiError, api, problemText } from '../../../lib/api.ts';
import { plural } from '../../../lib/plural.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { namedContentOf } from '../policy-content.ts';
import { type PolicyInput, policiesOfFile } from '../policy-file.ts';
import { ChangeList } from '../versions/change-list.tsx';
import { changesOf } from '../versions/describe-changes.ts';
import { refreshPolicies } from '../versions/recent-policy-edits.tsx';

interface Found {
  readonly input: PolicyInput;
  readonly name: string;
  /** The existing policy; null: a new one. */
  readonly current: PolicyCardOut | null;
  readonly content: NamedContent | null;
  /** Why it cannot be imported. */
  readonly problem: string | null;
  readonly isWanted: boolean;
}

const problemSummary = (error: unknown): string =>
  error instanceof ApiError && error.errors.length > 0
    ? error.errors.map(({ name, message }) => `${name}: ${message}`).join('; ')
    : problemText(error);

export function ImportPolicies({ policies }: { readonly policies: readonly PolicyCardOut[] }) {
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const check = async (policy: PolicyInput): Promise<Found> => {
    const name = typeof policy.name === 'string' ? policy.name : 'Unnamed policy';
    const current = policies.find((one) => nameKey(one.name) === nameKey(name)) ?? null;
    try {
      const checked = await api('POST /policies/preview', {
        body: { ...policy, ...(current === null ? {} : { policy: current.guid }) },
      });
      const content = { name: checked.name, definition: checked.definition, doNotDisturb: checked.doNotDisturb };
      const isSame = current !== null && changesOf(namedContentOf(current), content).length === 0;
      return { input: policy, name: checked.name, current, content, problem: null, isWanted: !isSame };
    } catch (error) {
      return { input: policy, name, current, content: null, problem: problemSummary(error), isWanted: false };
    }
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const read = policiesOfFile(await file.text());
    if (typeof read === 'string') {
      setRefused(read);
      return;
    }
    setFound(await Promise.all(read.map(check)));
  };
  const take = async (): Promise<void> => {
    const wanted = (found ?? []).filter(({ isWanted }) => isWanted);
    const failed: Found[] = [];
    for (const [index, one] of wanted.entries()) {
      setDone(index);
      try {
        if (one.current === null) await api('POST /policies', { body: one.input });
        else
          await api('PATCH /policies/{guid}', {
            params: { guid: one.current.guid },
            body: one.input,
            headers: { 'if-unmodified-since': one.current.last_update_ts },
          });
      } catch (error) {
        failed.push({ ...one, problem: problemSummary(error), isWanted: false });
      }
    }
    setDone(null);
    await refreshPolicies();
    setFound(failed.length === 0 ? null : failed);
    const taken = wanted.length - failed.length;
    showToast(`${plural(taken, 'policy', 'policies')} imported`);
  };
  const wanted = (found ?? []).filter(({ isWanted }) => isWanted).length;
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
        <Dialog title="Import failed" onClose={() => setRefused(null)}>
          <p>{refused} Nothing was changed.</p>
          <div>
            <Button variant="default" onClick={() => setRefused(null)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
      {found !== null && (
        <Dialog title="Import policies?" onClose={() => setFound(null)}>
          <ul className="changes">
            {found.map((one, index) => (
              <li key={one.name} className="stack-tight">
                <Checkbox
                  label={`${one.name}, ${one.current === null ? 'new' : `updates the existing policy`}`}
                  checked={one.isWanted}
                  disabled={one.problem !== null}
                  onChange={(event) =>
                    setFound(
                      found.map((other, place) =>
                        place === index ? { ...other, isWanted: event.currentTarget.checked } : other,
                      ),
                    )
                  }
                />
                {one.problem !== null && <p className="problem-text small">{one.problem}</p>}
                {one.current !== null && one.content !== null && (
                  <ImportedChanges before={namedContentOf(one.current)} after={one.content} />
                )}
              </li>
            ))}
          </ul>
          {done !== null && (
            <progress aria-label="Importing policies" max={wanted} value={done}>
              {done} of {wanted}
            </progress>
          )}
          <div className="row">
            <Button loading={done !== null} disabled={wanted === 0} onClick={() => void take()}>
              {`Import ${plural(wanted, 'policy', 'policies')}`}
            </Button>
            <Button variant="default" onClick={() => setFound(null)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function ImportedChanges({ before, after }: { readonly before: NamedContent; readonly after: NamedContent }) {
  const changes = changesOf(before, after);
  return changes.length === 0 ? <p className="small muted">No changes.</p> : <ChangeList changes={changes} />;
}
