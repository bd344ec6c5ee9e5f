import { relative } from 'node:path';

/** The last lines of a test run, from vitest's JSON report. A file that fails to load or set up counts as a failed test. */
export function summarize({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const lines = broken.map(({ name, message }) => `Failed to load or set up: ${name} (${message.split('\n')[0]})`);
  if (broken.length > 0) lines.push(`${broken.length} of ${testResults.length} test files failed to load`);
  lines.push(`${numPassedTests} passed, ${numFailedTests + broken.length} failed, ${numPendingTests} skipped`);
  return lines.join('\n');
}

/** The 20 test files that took longest, with their seconds: they are where a run can become shorter. */
export function slowest({ testResults }, root) {
  return testResults
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 20)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
    .join('\n');
}
