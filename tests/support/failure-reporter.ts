/**
 * Says why a test failed as soon as it has. Vitest says it once all tests are through: of a run of hours that is cut off, nobody would
 * know.
 */
import type { Reporter, TestCase } from 'vitest/node';

export class FailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    for (const { message, diff = '', stacks = [] } of errors) {
      const places = stacks.map(({ file, line }) => `  at ${file}:${line}`);
      const where = `failed: ${test.module.relativeModuleId} > ${test.fullName}`;
      process.stderr.write(`${[where, message, diff, ...places].join('\n')}\n`);
    }
  }
}
