/** Returns a count with its noun: "1 alert", "2 alerts", "1,000 sentries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
