/** Checks what a form will send, by the schema of its endpoint. Schemas are heavy: they are loaded when a form is first edited. */
import { ApiError, type FieldProblem } from '@picket/contracts/client';
import type { EndpointKey } from '@picket/contracts/endpoints';
import type { Phrase } from '@picket/domain/phrases';
import { currentLanguage, currentTranslator, loadTexts } from './texts.ts';

const load = async () => {
  const [schemas, { SHARED_REFUSALS }] = await Promise.all([
    import('@picket/contracts/body-problems'),
    import('@picket/i18n/refusals'),
    loadTexts(['forms']),
  ]);
  return { ...schemas, refusals: SHARED_REFUSALS };
};

let loading: ReturnType<typeof load> | null = null;

/** Begins to load the schemas, so that they are there when the form is submitted. */
export function loadSchemas(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    // The next form asks again.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Throws what the server would answer, in the reader's language, if the body of a request breaks the schema of its endpoint. Where
 * the schemas cannot be loaded, the server checks alone.
 */
export async function checkBody(endpoint: EndpointKey, body: unknown): Promise<void> {
  const schemas = await loadSchemas().catch(() => null);
  const found = schemas?.findBodyProblems(endpoint, body) ?? [];
  if (found.length === 0) return;
  const t = currentTranslator();
  const language = currentLanguage();
  // The sentences of schemas that no form says in its own words have no values.
  const refusals = language === 'en' ? undefined : schemas?.refusals[language];
  const textOf = (message: Phrase): string =>
    refusals?.[String(message)] ?? refusals?.[message.template] ?? String(message);
  const errors = found.map(
    ({ name, kind, limit, message }): FieldProblem => ({
      name,
      message: kind === 'other' ? textOf(message) : t(`forms.${kind}`, { limit }),
    }),
  );
  throw new ApiError(400, 'validation', errors[0]?.message ?? '', errors, null);
}
