/**
 * Where large objects are kept that do not belong in the database: a folder, or a bucket of an S3 service. Names are
 * paths with `/`; an object is written as a whole, and is durable once `put` returns.
 */
export interface ObjectStore {
  /** Writes or replaces an object. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** null: there is no such object. */
  read(name: string): Promise<Buffer | null>;
  /** Removes all objects below these paths; nothing to remove is no error. What is removed stays so once it returns. */
  removeAll(...paths: readonly string[]): Promise<void>;
  /** The names of all objects, or of those below a path, in no order. */
  list(path?: string): AsyncIterable<string>;
  /** How much room is left; null: unknown, or without a limit. */
  space(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | null>;
}

const NAME = /^[\w-]+(?:\/[\w-]+)*$/u;

/** Guarantee: a name that passes leads nowhere outside of the store. */
export function assertObjectName(name: string): void {
  if (!NAME.test(name)) throw new Error(`${name} is no name of an object`);
}
