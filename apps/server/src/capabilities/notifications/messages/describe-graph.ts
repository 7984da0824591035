/** Describes a picture of readings for those who cannot see it. */
import type { Language } from '@picket/domain/languages';
import { textsIn } from '../../../locales/server-texts.ts';

/** What a graph shows: numbers and times are formatted. */
interface GraphDescription {
  /** What is measured. */
  readonly label: string;
  readonly sentry: string | null;
  readonly location: string | null;
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
  readonly limit: string;
}

/** What a graph shows, in words, and whose it is. */
export function describeGraph(
  language: Language,
  description: GraphDescription,
): { readonly alt: string; readonly caption: string } {
  const label = `${description.label.charAt(0).toUpperCase()}${description.label.slice(1)}`;
  const t = textsIn(language);
  const { sentry, location: _, ...shown } = { ...description, label };
  return {
    alt: sentry === null ? t('messages.graph', shown) : t('messages.graphOf', { ...shown, sentry }),
    caption: [label, description.sentry, description.location].filter((part) => part !== null).join(' · '),
  };
}
