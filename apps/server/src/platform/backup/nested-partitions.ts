/** Partitions of packed days as one database has them: first by how long they are kept, then by day. */

export interface PartitionShape {
  readonly name: string;
  readonly parent: string;
  /** As Postgres writes it: FOR VALUES … or DEFAULT. */
  readonly bounds: string;
  /** The partition key, where it is partitioned itself. */
  readonly by: string | null;
}

/** A distributed database has both at once (decision 92): the days kept, and the first day of each bound. */
const BOTH = /^FOR VALUES FROM \((\d+), ('[\d-]+')\) TO \(\1, ('[\d-]+')\)$/u;
const LIST_NAME = /^.+_keep_\d+(?=_)/u;

/** The same partitions, parents before children, so that a backup of a distributed database restores into one that is not. */
export function nestPartitions(partitions: readonly PartitionShape[]): readonly PartitionShape[] {
  const lists = new Map<string, PartitionShape>();
  const leaves = partitions.map((partition) => {
    const [, keepDays, from, to] = BOTH.exec(partition.bounds) ?? [];
    const [list] = LIST_NAME.exec(partition.name) ?? [];
    if (keepDays === undefined || list === undefined) return partition;
    lists.set(list, { ...partition, name: list, bounds: `FOR VALUES IN (${keepDays})`, by: 'RANGE (day)' });
    return { ...partition, parent: list, bounds: `FOR VALUES FROM (${from}) TO (${to})` };
  });
  return [...lists.values(), ...leaves];
}
