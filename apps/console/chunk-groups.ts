/**
 * What the browser loads together. Left alone, the bundler makes a file of every set of modules that some pages share: about fifty
 * of a few hundred bytes for the first page, and each of them costs on a line with a long way. So a first pass, whose output is thrown
 * away, tells which modules the first pages need, and they become four files: `base` is what every visit needs, `session` the pages
 * before the sign-in, `home` the first page after it with its frame, `first-steps` what a new installation has on it. None of them has
 * a component of Mantine: `mantine` is what most other pages share of it. Everything else stays as the bundler makes it.
 */
import type { Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput['output'];
type Chunk = Extract<Output[number], { type: 'chunk' }>;

const SIGN_IN = 'src/screens/auth/sign-in.tsx';
const SESSION = [SIGN_IN, 'src/screens/auth/sign-in-callback.tsx', 'src/screens/auth/forgot-password.tsx'];
/** With the locations, which it imports. */
const HOME = ['src/app/signed-in-pages.tsx'];
/** Loaded soon after any page. */
const TOASTS = ['src/ui/toasts-loaded.tsx'];
const FIRST_STEPS = ['src/features/get-started/get-started.tsx'];
const MANTINE = ['src/ui/mantine-scope.tsx'];
/** Its components that most forms have, with what these are made of. */
const COMMON_CONTROLS =
  /@mantine\/core\/esm\/(?:core|components\/(?:Button|Input|InputBase|Loader|NativeSelect|TextInput|Transition|UnstyledButton))\//u;

/** The modules of these chunks and of all that they import statically. */
function modulesOf(roots: readonly Chunk[], chunks: ReadonlyMap<string, Chunk>): ReadonlySet<string> {
  const seen = new Set<Chunk>();
  const open = [...roots];
  for (let chunk = open.pop(); chunk !== undefined; chunk = open.pop()) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    for (const file of chunk.imports) {
      const imported = chunks.get(file);
      if (imported !== undefined) open.push(imported);
    }
  }
  return new Set([...seen].flatMap(({ modules }) => Object.keys(modules)));
}

/** Returns the group of each module that the first pages need, from the output of a build without groups. */
export function chunkGroups(output: Output): ReadonlyMap<string, string> {
  const made = output.filter((file) => file.type === 'chunk');
  const chunks = new Map(made.map((chunk) => [chunk.fileName, chunk]));
  const modulesAt = (paths: readonly string[]): ReadonlySet<string> => {
    const roots = paths.map((path) => {
      const found = made.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${path}`) === true);
      if (found === undefined) throw new Error(`no chunk is made of ${path}`);
      return found;
    });
    return modulesOf(roots, chunks);
  };
  const entry = modulesOf(
    made.filter(({ isEntry }) => isEntry),
    chunks,
  );
  const [session, home, steps, toasts] = [SESSION, HOME, FIRST_STEPS, TOASTS].map(modulesAt);
  const mantine = new Set([
    ...modulesAt(MANTINE),
    ...made.flatMap(({ modules }) => Object.keys(modules).filter((id) => COMMON_CONTROLS.test(id))),
  ]);
  const groupOf = (id: string): string => {
    const isSignedIn = [home, steps, toasts].some((one) => one?.has(id));
    if (entry.has(id) || (session?.has(id) && isSignedIn)) return 'base';
    if (home?.has(id)) return 'home';
    if (steps?.has(id)) return 'first-steps';
    if (toasts?.has(id)) return 'toasts';
    return session?.has(id) ? 'session' : 'mantine';
  };
  const all = new Set([...entry, ...[session, home, steps, toasts, mantine].flatMap((one) => [...(one ?? [])])]);
  const groups = new Map([...all].map((id) => [id, groupOf(id)]));
  for (const [id, group] of groups)
    if (group !== 'mantine' && id.includes('/@mantine/core/esm/')) throw new Error(`a first page needs Mantine: ${id}`);
  return groups;
}
