import type { NamedContent } from '@picket/domain/policy-drafts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, readDraft } from '../../../lib/stored-drafts.ts';
import type { Draft } from '../../../lib/use-draft.ts';
import type { PolicyFormState } from './policy-form-state.ts';
import { useNewPolicyForm } from './use-new-policy-form.ts';
import { policyForm } from './use-policy-draft.ts';

const { navigate, refreshPolicies } = vi.hoisted(() => ({ navigate: vi.fn(), refreshPolicies: vi.fn() }));
vi.mock('react-router', () => ({ useNavigate: () => navigate }));
vi.mock('../../../lib/api.ts', () => ({
  api: async (_key: string, { body }: { readonly body: object }) => ({ ...body, guid: 'made', last_update_ts: 'now' }),
}));
vi.mock('../../../lib/texts.ts', () => ({ useText: () => (key: string) => key }));
vi.mock('../../../ui/toasts.ts', () => ({ showToast: () => {} }));
vi.mock('../../session/index.ts', () => ({ useProfile: () => ({ guid: 'ada' }) }));
vi.mock('../refresh-policies.ts', () => ({ refreshPolicies }));
vi.mock('./use-edit-preview.ts', () => ({ useEditPreview: () => ({ preview: undefined, error: undefined }) }));

const content: NamedContent = { name: 'Cold', definition: { violations: [] }, doNotDisturb: null };

interface Props {
  readonly draft: Draft<NamedContent | null>;
  readonly made: PolicyFormState[];
}

function Probe({ draft, made }: Props) {
  made.push(useNewPolicyForm(draft, content).form);
  return null;
}

/** The form of a new policy, rendered once, and its draft as it is now. */
function newForm() {
  const now: { typed: NamedContent | null } = { typed: content };
  const made: PolicyFormState[] = [];
  const change = (next: NamedContent | null): void => {
    now.typed = next;
  };
  const clear = (): void => change(null);
  const draft = { value: content, change, isDirty: true, isRestored: false, latest: () => now.typed, clear };
  renderToStaticMarkup(<Probe draft={draft} made={made} />);
  const [form] = made;
  if (form === undefined) throw new Error('it was not rendered');
  return { form, now };
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const keptDraft = () => readDraft<{ readonly content: NamedContent }>(draftKey('ada', policyForm('made')));

test('what is typed until the page of a new policy opens is a draft of it', async () => {
  const { form, now } = newForm();
  const typed = { ...content, name: 'Colder' };
  refreshPolicies.mockImplementation(async () => {
    // The form is still there, and so is what was typed into it.
    expect(now.typed).toEqual(content);
    form.change(typed);
  });
  await form.save(false);
  expect(navigate).toHaveBeenCalledWith('/admin/policies/made', { replace: true });
  expect(keptDraft()?.content).toEqual(typed);
  expect(now.typed).toBeNull();
});

test('where nothing is typed meanwhile there is no draft', async () => {
  const { form, now } = newForm();
  await form.save(false);
  expect(navigate).toHaveBeenCalledTimes(1);
  expect(keptDraft()).toBeNull();
  expect(now.typed).toBeNull();
});
