/** Describes a picture of readings for those who cannot see it. */
import type { Language } from '@picket/domain/languages';
import { type GraphFacts, MESSAGE_TEXTS } from './message-texts.ts';

/** What a graph shows, in words, and whose it is. */
export function describeGraph(
  language: Language,
  facts: GraphFacts,
): { readonly alt: string; readonly caption: string } {
  const label = `${facts.label.charAt(0).toUpperCase()}${facts.label.slice(1)}`;
  return {
    alt: MESSAGE_TEXTS[language].graph({ ...facts, label }),
    caption: [label, facts.sentry, facts.location].filter((part) => part !== null).join(' · '),
  };
}
