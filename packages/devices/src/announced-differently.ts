/** What is different in an announcement compared with the one that was accepted. Pure. */
import type { AnnouncedEntity } from './announced.ts';

/** What decides how a value is read: a name may change without asking anybody. */
const COMPARED = [
  'component',
  'deviceClass',
  'unit',
  'category',
  'stateTopic',
  'rule',
  'payloadOn',
  'payloadOff',
  'hasOffDelay',
] as const;

export type ComparedField = (typeof COMPARED)[number] | 'gone';

export interface AnnouncedDifference {
  /** The entity. */
  readonly id: string;
  readonly field: ComparedField;
  readonly before: string;
  readonly after: string;
}

/** For each accepted entity what is announced otherwise now; `gone`: it is announced no more. */
export function differencesOf(
  accepted: readonly AnnouncedEntity[],
  announced: readonly AnnouncedEntity[],
): readonly AnnouncedDifference[] {
  const now = new Map(announced.map((entity) => [entity.id, entity]));
  return accepted.flatMap((before): readonly AnnouncedDifference[] => {
    const after = now.get(before.id);
    if (after === undefined) return [{ id: before.id, field: 'gone', before: before.name, after: '' }];
    return COMPARED.flatMap((field) => {
      const [old, present] = [textOf(before[field]), textOf(after[field])];
      return old === present ? [] : [{ id: before.id, field, before: old, after: present }];
    });
  });
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
