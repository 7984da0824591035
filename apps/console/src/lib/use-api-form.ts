/** A form of several fields that is sent to the server: its values, and the server's message at each field. */
import { type UseFormReturnType, useForm } from '@mantine/form';
import { ApiError } from './api.ts';
import { type Submission, useSubmit } from './use-submit.ts';

export interface ApiForm<Values> extends Submission<[]> {
  /** `getInputProps(name)` connects a field: its value, its change, and the server's message until it is changed. */
  readonly form: UseFormReturnType<Values>;
}

/** Returns the first message of the server for each field, by the name of the field in the request. */
function messagesByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.toReversed().map(({ name, message }) => [name, message]));
}

/** `send` receives the values as they are when the form is submitted. Fields have the names of the request. */
export function useApiForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values) => Promise<void>,
): ApiForm<Values> {
  const form = useForm<Values>({ initialValues });
  const submission = useSubmit(async () => {
    form.clearErrors();
    try {
      await send(form.getValues());
    } catch (error) {
      form.setErrors(messagesByField(error));
      throw error;
    }
  });
  return { ...submission, form };
}
