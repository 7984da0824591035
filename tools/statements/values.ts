/** Values that are known before the code runs, as far as statements are made of them. */
import type { Node } from 'typescript/unstable/ast';

/** A function, with what the names around it stand for. */
export class Closure {
  readonly node: Node;
  readonly scope: Scope;
  constructor(node: Node, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }
}

/** Made while running, by this code. */
export class Unknown {
  readonly node: Node;
  constructor(node: Node) {
    this.node = node;
  }
}

/** Part of a list or an object: worked out when it is asked for. */
export class Later {
  readonly node: Node;
  readonly scope: Scope;
  constructor(node: Node, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }
}

export type Value = string | number | boolean | null | readonly Value[] | Fields | Closure | Unknown | Later;
export type Fields = ReadonlyMap<string, Value>;

/** What parameters stand for, by their declaration. */
export type Scope = ReadonlyMap<Node, Value>;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isFields = (value: Value): value is Fields => value instanceof Map;

/** Where one of several values is possible, every run takes another one, until all were taken. */
export class Choices {
  /** Of this run: the number taken and how many there are, in the order of asking. */
  #taken: { readonly key: unknown; readonly index: number; readonly count: number }[] = [];
  #planned: readonly number[] = [];

  /** Which of `count` to take in this run; the same for the same key. */
  take(key: unknown, count: number): number {
    const known = this.#taken.find((one) => one.key === key);
    if (known !== undefined) return known.index;
    const index = this.#planned[this.#taken.length] ?? 0;
    this.#taken.push({ key, index, count });
    return index;
  }

  /** Plans the next run. Returns whether there is one. */
  advance(): boolean {
    const left = this.#taken.map(({ index, count }) => index + 1 < count);
    const last = left.lastIndexOf(true);
    this.#planned = this.#taken.slice(0, last + 1).map(({ index }, at) => (at === last ? index + 1 : index));
    this.#taken = [];
    return last >= 0;
  }
}
