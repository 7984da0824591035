/** Options of Node for the threads that help V8, of which it has four on every machine. */

const MOST = 4;
const OPTION = '--v8-pool-size';

/**
 * One thread fewer than there are processors, at least one: while they mark what is in use, four take both processors of a small machine
 * from the server and from Postgres. `nodeOptions`: NODE_OPTIONS, whose number counts.
 */
export function helperThreadOptions(processors: number, nodeOptions = ''): readonly string[] {
  const threads = Math.max(1, processors - 1);
  const isSet = nodeOptions.replaceAll('_', '-').includes(OPTION);
  return threads < MOST && !isSet ? [`${OPTION}=${threads}`] : [];
}
