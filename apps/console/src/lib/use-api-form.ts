/**
 * A form that is sent to the server: its values, its checks and its errors. The request is checked by the schema of its endpoint
 * before it is sent; what the schema or the server refuses is shown at the field it is about, until the form is changed.
 */
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { BodyOf, EndpointKey } from '@picket/contracts/endpoints';
import { isSame } from '@picket/domain/same-value';
import type { ReactNode } from 'react';
import { checkBody, loadSchemas } from './check-body.ts';
import { fieldErrorsOf } from './field-errors.ts';
import type { DraftKey } from './stored-drafts.ts';
import { type FormDraft, mergeTyped, type SavedMeanwhile, useFormDraft, useSavedValues } from './use-form-draft.ts';
import { ifUnmodifiedSince, isEditConflict } from './use-save.ts';
import { useSubmit } from './use-submit.ts';

type AnyValues = Record<string, unknown>;

interface Options<K extends EndpointKey, Values extends AnyValues> {
  /** What the fields show until they are changed, and again after it was saved. */
  readonly saved: Values;
  /** The request; null: not yet complete, nothing is sent. */
  readonly toBody: (values: Values) => BodyOf<K> | null;
  /** `headers`: the precondition of the change, with a `version`. */
  readonly send: (body: BodyOf<K>, values: Values, headers: Readonly<Record<string, string>>) => Promise<void>;
  /** `last_update_ts` of the resource that `saved` is of. */
  readonly version?: string | undefined;
  /** Parts of the request that a field of another name shows, by their path: `{ 'addressing.dns': 'dns' }`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fetches the resource again after an edit conflict. The input stays. */
  readonly reload?: () => Promise<unknown>;
  /** Stores what is typed in this browser, all but the `secrets`. */
  readonly draft?: DraftKey;
  readonly secrets?: readonly (keyof Values)[];
  /** A question rather than something to save: what was typed stays after the answer. */
  readonly isQuestion?: boolean;
}

/** Somebody else saved meanwhile: both versions, and how to continue. */
export interface FormConflict<Values> extends SavedMeanwhile<Values> {
  readonly typed: Values;
  /** Continues from their version with what was typed. */
  readonly keepMine: () => void;
  /** Discards what was typed. */
  readonly takeTheirs: () => void;
}

export interface FormField<Value> {
  readonly value: Value;
  readonly error: ReactNode;
  readonly onChange: (value: Value) => void;
}

export interface ApiForm<Values extends AnyValues, Body> {
  /** `getInputProps(name)` connects a field of the component library. */
  readonly form: UseFormReturnType<Values>;
  readonly values: Values;
  /** Connects a field of one's own: its value, its change, and its error until it is changed. */
  readonly field: <Name extends keyof Values & string>(name: Name) => FormField<Values[Name]>;
  /** Differs from what is saved. */
  readonly isDirty: boolean;
  /** Restored from an earlier visit, and how to discard it. */
  readonly draft: { readonly isRestored: boolean; readonly clear: () => void };
  readonly busy: boolean;
  /** What no field shows of the last attempt; null: nothing. */
  readonly problem: unknown;
  /** null: nobody else saved meanwhile. Nothing is saved until it is decided. */
  readonly conflict: FormConflict<Values> | null;
  readonly submit: () => void;
  /** Sends another request than that of the values. */
  readonly submitBody: (body: Body) => void;
}

/** `endpoint`: the row of the endpoint table that the form is sent to. */
export function useApiForm<K extends EndpointKey, Values extends AnyValues>(
  endpoint: K,
  options: Options<K, Values>,
): ApiForm<Values, BodyOf<K>> {
  const { saved, version, toBody, send, fields = {}, reload, draft: key, secrets = [], isQuestion = false } = options;
  const draft = useFormDraft({ key, saved, version, secrets });
  // The fields of this rendering: an error of any other part of the request is shown below the form.
  const shown = new Set<string>();
  const form = useForm<Values>({
    initialValues: draft.initial,
    enhanceGetInputProps: ({ field }) => {
      shown.add(field);
    },
    onValuesChange: (values) => {
      draft.change(values);
      submission.reset();
      void loadSchemas().catch(() => {});
    },
  });
  useSavedValues(form, saved, draft.isTyped);
  const fieldOf = (path: string): string | null => {
    const field = fields[path] ?? path;
    return shown.has(field) ? field : null;
  };
  const submission = useSubmit(async (body: BodyOf<K>) => {
    form.clearErrors();
    const sent = form.getValues();
    try {
      await checkBody(endpoint, body);
      await send(body, sent, draft.version === undefined ? {} : ifUnmodifiedSince({ last_update_ts: draft.version }));
      // What was typed while it was sent is not saved yet.
      if (!isQuestion && isSame(form.getValues(), sent)) draft.clear();
      else draft.continueTyping(form.getValues());
    } catch (error) {
      if (isEditConflict(error)) await reload?.();
      const found = fieldErrorsOf(error, fieldOf);
      form.setErrors(found.fields);
      if (found.rest !== null) throw found.rest;
    }
  });
  const conflict = conflictOf(draft, form, submission);
  const submitBody = (body: BodyOf<K>): void => void submission.submit(body);
  return {
    form,
    values: form.values,
    field: (name) => fieldOfForm(form, name),
    isDirty: draft.isTyped && !isSame(form.values, saved),
    draft: { isRestored: draft.isRestored, clear: draft.clear },
    busy: submission.busy,
    problem: conflict === null ? submission.problem : null,
    conflict,
    submitBody,
    submit: () => {
      const body = toBody(form.getValues());
      if (body !== null) submitBody(body);
    },
  };
}

function fieldOfForm<Values extends AnyValues, Name extends keyof Values & string>(
  form: UseFormReturnType<Values>,
  name: Name,
): FormField<Values[Name]> {
  const { value, error, onChange } = form.getInputProps(name);
  return { value, error, onChange };
}

/** null: nobody else saved meanwhile, or it is being saved now. */
function conflictOf<Values extends AnyValues>(
  draft: FormDraft<Values>,
  form: UseFormReturnType<Values>,
  submission: { readonly busy: boolean; readonly reset: () => void },
): FormConflict<Values> | null {
  const meanwhile = submission.busy ? null : draft.savedMeanwhile;
  const typed = form.values;
  if (meanwhile === null || isSame(typed, meanwhile.theirs)) return null;
  const start = (): void => {
    submission.reset();
    form.clearErrors();
  };
  return {
    ...meanwhile,
    typed,
    keepMine: () => {
      start();
      const merged = mergeTyped(meanwhile, typed);
      form.setValues(merged);
      // After that has stored it as based on what typing began from.
      draft.rebase(merged);
    },
    takeTheirs: () => {
      start();
      draft.clear();
    },
  };
}
