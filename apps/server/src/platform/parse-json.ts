/** The value of a JSON text from outside; null where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** More than any request has. Reading four megabytes of nothing but brackets takes seconds, in which nothing else is answered. */
const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Whether arrays and objects of a JSON text lie deeper in each other than any request needs. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    // The brackets [ and {, then ] and }.
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
