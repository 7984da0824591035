/** A rule about the text of files: who offends, who may, and the proof that it catches a deliberate violation. */
import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exception } from './exception.ts';
import { exceptionsOf } from './exceptions.ts';
import type { SourceFile } from './repository.ts';

type Violation = SourceFile | readonly SourceFile[];

export interface SourceRule {
  /** What holds; the exceptions name it. */
  readonly name: string;
  /** `path`, or `path: name of the part that offends`; stable where the file grows elsewhere. */
  readonly offenders: (files: readonly SourceFile[]) => readonly string[];
  /** Each is caught on its own; one that takes several files is a list. */
  readonly violations: readonly [Violation, ...Violation[]];
}

/** An exception names an offender exactly, or its file by a glob. */
const isExcepted = (offender: string, { where }: Exception): boolean =>
  where === offender || (where.includes('*') && matchesGlob(offender.split(': ')[0] ?? '', where));

interface Remainder {
  readonly offenders: readonly string[];
  /** Exceptions that nothing needs any more. */
  readonly unneeded: readonly string[];
}

/** What is left of a rule's offenders, and of its exceptions, when each is set against the other. */
export function withoutExceptions(rule: string, offenders: readonly string[]): Remainder {
  const exceptions = exceptionsOf(rule);
  return {
    offenders: offenders.filter((offender) => !exceptions.some((exception) => isExcepted(offender, exception))),
    unneeded: exceptions
      .filter((exception) => !offenders.some((offender) => isExcepted(offender, exception)))
      .map(({ where }) => where),
  };
}

/** Declares the tests of each rule. */
export function testRules(rules: readonly SourceRule[], files: readonly SourceFile[]): void {
  describe.each(rules)('$name', ({ name, offenders, violations }) => {
    test('holds, apart from the listed exceptions, each of which is needed', () => {
      expect(withoutExceptions(name, offenders(files))).toEqual({ offenders: [], unneeded: [] });
    });

    test.each(violations.map((violation) => [violation].flat()))(
      'catches a deliberate violation: $path',
      (...planted) => {
        expect(offenders(planted)).not.toEqual([]);
      },
    );
  });
}
