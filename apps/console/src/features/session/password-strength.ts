/** How hard a password is to guess, estimated in the browser; loaded on demand. */
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

/** `context`: what an attacker tries first (address, name). */
export async function estimateStrength(password: string, context: readonly string[]): Promise<Strength> {
  factory ??= load();
  const { score } = (await factory).check(password.slice(0, 100), [...context]);
  return { score };
}
