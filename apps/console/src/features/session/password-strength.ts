/** How hard a password is to guess, estimated in the browser; loaded on demand. */
import { findPasswordProblem, type PasswordProblem } from '@picket/domain/passwords';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

let factory: Promise<ZxcvbnFactory> | null = null;

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

export interface Strength {
  /** 0 (very weak) to 4 (very good). */
  readonly score: 0 | 1 | 2 | 3 | 4;
}

/** Why a new password is refused; null: it is accepted. `context`: what an attacker tries first (address, name). */
export const passwordProblemOf = (password: string, context: readonly string[]): PasswordProblem | null =>
  findPasswordProblem(password, [...context, 'picket']);

/** `context` as above. What the rules refuse is at most weak, also where the estimate does not know it. */
export async function estimateStrength(password: string, context: readonly string[]): Promise<Strength> {
  factory ??= load();
  const { score } = (await factory).check(password.slice(0, 100), [...context]);
  const problem = passwordProblemOf(password, context);
  if (problem === null || problem === 'long') return { score };
  return { score: problem === 'short' && score > 0 ? 1 : 0 };
}
