/** Options of Node for a server on a machine with little memory. */

const LITTLE_MEMORY_BYTES = 2 * 1024 ** 3;
const SEMI_SPACE_OPTION = '--max-semi-space-size';

/**
 * A smaller space for new objects where there are less than 2 GiB: it is collected more often, and less is left of it while the server
 * is idle. `limitBytes`: of the control group of this process; 0 or undefined: none. `nodeOptions`: NODE_OPTIONS, whose size counts.
 */
export function smallHeapOptions(
  machineBytes: number,
  limitBytes: number | undefined,
  nodeOptions = '',
): readonly string[] {
  const bytes = limitBytes === undefined || limitBytes === 0 ? machineBytes : Math.min(machineBytes, limitBytes);
  const isSet = nodeOptions.replaceAll('_', '-').includes(SEMI_SPACE_OPTION);
  return bytes < LITTLE_MEMORY_BYTES && !isSet ? [`${SEMI_SPACE_OPTION}=4`] : [];
}
