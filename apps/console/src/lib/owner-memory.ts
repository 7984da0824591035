/**
 * What modules keep in memory of the user of a page: each says here how to forget it, so that a page loads only the modules that it
 * needs. It is forgotten when the session ends and when somebody else signs in.
 */
const forgetters = new Set<() => void>();

/** Call it once, as a module is loaded. */
export function forgetWithOwner(forget: () => void): void {
  forgetters.add(forget);
}

export function forgetOwner(): void {
  for (const forget of forgetters) forget();
}
