/** Shows the progress of a long job: a bar on a terminal, otherwise a line per quarter. */
export function createProgress(label: string, output: NodeJS.WriteStream) {
  let shown = -1;
  return (done: number, total: number): void => {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const step = output.isTTY ? percent : percent - (percent % 25);
    if (step === shown) return;
    shown = step;
    const bar = '█'.repeat(Math.floor(percent / 4)).padEnd(25, '░');
    if (output.isTTY) output.write(`\r  ${label} ${bar} ${percent} %${percent === 100 ? '\n' : ''}`);
    else output.write(`  ${label} ${step} %\n`);
  };
}
