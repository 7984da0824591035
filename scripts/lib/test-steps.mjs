/** The steps of `npm run check`, `npm test` and `npm run test:deep`: types, format and lint, tests; each with its time. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { environment, ROOT } from './prepare.mjs';

const RESULTS = join(ROOT, 'test-results');
/** The longest first, so that they do not end alone. */
const TYPE_PROJECTS = [
  'apps/console',
  '.',
  'apps/server',
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}`),
];

/** Runs a command in the root folder and shows what it prints, at once or when it has ended. Resolves to its exit code. */
function run(command, args, { env = {}, later = false } = {}) {
  return new Promise((resolve) => {
    const stdio = ['ignore', later ? 'pipe' : 'inherit', later ? 'pipe' : 'inherit'];
    const child = spawn(command, args, { cwd: ROOT, env: { ...environment(), ...env }, stdio });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => {
      process.stderr.write(output);
      resolve(code ?? 1);
    });
  });
}

/** A line for each file of vitest's report that has tests which did not run. */
export function listSkipped(testResults) {
  return testResults.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed');
    return skipped.length === 0 ? [] : [`${relative(ROOT, name)}: ${skipped.length} of ${assertionResults.length}`];
  });
}

/** Counts what passed and failed, and says how long each step took. */
export class TestRun {
  passed = 0;
  failed = 0;
  #leftOut = [];
  #startedAt = performance.now();

  #seconds(since) {
    return `${((performance.now() - since) / 1000).toFixed(1)} s`;
  }

  async #step(title, command, args) {
    const startedAt = performance.now();
    const passed = (await run(command, args, { later: true })) === 0;
    if (passed) this.passed += 1;
    else this.failed += 1;
    process.stderr.write(`${passed ? 'passed' : 'FAILED'}  ${title} (${this.#seconds(startedAt)})\n`);
  }

  /** Types of every project, format and lint; as many at a time as there are processors. What did not change since is not checked again. */
  async checkSources() {
    const build = join(ROOT, 'node_modules/.cache/types');
    mkdirSync(build, { recursive: true });
    const steps = TYPE_PROJECTS.map((project) => () => {
      const info = join(build, `${project.replaceAll('/', '-')}.tsbuildinfo`);
      // Several checkers of one project repeat each other's work; projects run side by side instead.
      const args = [
        '-p',
        join(project, 'tsconfig.json'),
        '--checkers',
        '1',
        '--incremental',
        '--tsBuildInfoFile',
        info,
      ];
      return this.#step(`types of ${project}`, join(ROOT, 'node_modules/.bin/tsc'), args);
    });
    steps.push(() =>
      this.#step('format and lint', join(ROOT, 'node_modules/.bin/biome'), ['ci', '--error-on-warnings', '.']),
    );
    const worker = async () => {
      for (let next = steps.shift(); next !== undefined; next = steps.shift()) await next();
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  }

  /** Names what does not run, to be said at the end. */
  leaveOut(what) {
    this.#leftOut.push(what);
  }

  /** The tests of these projects of vitest.config.ts. */
  async test(projects, env = {}) {
    const startedAt = performance.now();
    mkdirSync(RESULTS, { recursive: true });
    const report = join(RESULTS, 'vitest.json');
    rmSync(report, { force: true });
    const args = ['run', ...projects.map((name) => `--project=${name}`)];
    const code = await run(join(ROOT, 'node_modules/.bin/vitest'), args, {
      env: { ...env, PICKET_TEST_REPORT: report },
    });
    if (existsSync(report)) {
      const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
        readFileSync(report, 'utf8'),
      );
      for (const line of listSkipped(testResults)) this.leaveOut(line);
      this.passed += numPassedTests;
      // A suite that could not even start, or an error outside of any test, is a failure too.
      this.failed += numFailedTests > 0 ? numFailedTests : code === 0 ? 0 : Math.max(1, numFailedTestSuites);
    } else this.failed += 1;
    process.stderr.write(`${projects.join(', ')}: ${this.#seconds(startedAt)}\n`);
  }

  /** Prints what did not run, the time and `N passed, N failed`, and ends the process. */
  end() {
    if (this.#leftOut.length > 0)
      process.stderr.write(`\nNot run here, and not counted:\n${this.#leftOut.map((one) => `  ${one}\n`).join('')}`);
    process.stderr.write(`\n${this.#seconds(this.#startedAt)}\n`);
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed === 0 ? 0 : 1);
  }
}
