/** Progress on the terminal: a line that moves, or a line now and then where nothing can move. */
export function progressLine(label: string): (done: number, total: number) => void {
  let lastTenth = -1;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    if (process.stderr.isTTY) {
      const filled = Math.round(share * 30);
      const bar = '█'.repeat(filled) + '░'.repeat(30 - filled);
      process.stderr.write(
        `\r${label} ${bar} ${Math.floor(share * 100)} % (${done} of ${total})${done === total ? '\n' : ''}`,
      );
      return;
    }
    const tenth = Math.floor(share * 10);
    if (tenth === lastTenth) return;
    lastTenth = tenth;
    process.stderr.write(`${label} ${tenth * 10} % (${done} of ${total})\n`);
  };
}
