/** JSON from outside, as far as readers look into it. */

/** Deeper than any announcement or state; readers themselves go a few levels down. */
const MAX_DEPTH = 32;

/** undefined: it is no JSON, or nested too deeply. */
export function parseJsonFromOutside(text: string): unknown {
  if (hasManyBrackets(text) && nestingOf(text) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether there are so many that it may be nested too deeply. A state has two or three: finding these takes a tenth of reading every character. */
function hasManyBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['{', '['])
    for (let index = text.indexOf(bracket); index >= 0; index = text.indexOf(bracket, index + 1))
      if (++count > MAX_DEPTH) return true;
  return false;
}

/** How deep brackets are nested at the most, without regard to strings: an upper bound is enough. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property of the object itself, never of what it inherits from. */
export const ownOf = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
