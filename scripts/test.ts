// The README's test command: lint, types, then every test. Ends with one line that counts passed, failed and skipped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

interface Counts {
  readonly title: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

// Tests start hundreds of processes from the same sources: what is compiled once is stored for the others.
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** Prints what the command wrote when it has ended: others run at the same time. */
async function check(title: string, command: string, args: readonly string[]): Promise<Counts> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const ok = code === 0;
  print(`\n== ${title}\n${output}${ok ? 'ok' : 'FAILED'}: ${title} (${seconds(started)} s)`);
  return { title, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

async function unitTests(filters: readonly string[]): Promise<Counts> {
  print('\n== tests');
  const directory = mkdtempSync(join(tmpdir(), 'kubemin-report-'));
  const file = join(directory, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/hang-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  try {
    const ok = await run(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      vitest,
      'run',
      ...reporters,
      ...filters,
    ]);
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    const skipped = report.testResults
      .flatMap((suite) => suite.assertionResults)
      .filter((one) => one.status === 'skipped');
    for (const one of skipped) print(`skipped: ${one.fullName}`);
    // Again after the skipped ones: the first report of a failure is far above by then, and logs are cut from the front.
    for (const suite of report.testResults) {
      for (const one of suite.assertionResults.filter((each) => each.status === 'failed')) {
        print(
          `failed: ${relative(root, suite.name)}: ${one.fullName}: ${one.failureMessages[0]?.split('\n')[0] ?? ''}`,
        );
      }
      if (suite.status === 'failed' && suite.assertionResults.every((one) => one.status !== 'failed')) {
        print(`failed: ${relative(root, suite.name)}: ${suite.message.split('\n')[0] ?? ''}`);
      }
    }
    // A file that does not even load fails no test, yet fails the run.
    const failed =
      report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : Math.max(1, report.numFailedTestSuites));
    return { title: 'tests', passed: report.numPassedTests, failed, skipped: report.numPendingTests };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

// Several threads check what they share more than once: four times the processor time, and on two cores longer.
async function checks(): Promise<readonly Counts[]> {
  return [
    await check('types', bin('tsc'), ['-p', 'tsconfig.json', '--singleThreaded']),
    // It has the types of a browser, everything else those of Node.
    await check('types of the console', bin('tsc'), ['-p', 'apps/console/tsconfig.json', '--singleThreaded']),
    await check('lint and format', bin('biome'), ['check', '.']),
    await check('words to avoid', process.execPath, [join(root, 'scripts', 'check-words.ts')]),
  ];
}

/** The tests run the bundle. */
async function bundleAndTests(): Promise<readonly Counts[]> {
  return [
    await check('bundle', process.execPath, [join(root, 'scripts', 'build.ts')]),
    await unitTests(process.argv.slice(2)),
  ];
}

// Tests wait for other processes and for time: the checks take what they leave of the processors.
const [checked, tested] = await Promise.all([checks(), bundleAndTests()]);
const results = [...checked, ...tested];
// What failed first may be far above.
for (const { title, failed } of results) if (failed > 0) print(`FAILED: ${title}`);
const sum = (pick: (counts: Counts) => number): number => results.reduce((total, counts) => total + pick(counts), 0);
const failed = sum((counts) => counts.failed);
print(`\n${sum((counts) => counts.passed)} passed, ${failed} failed, ${sum((counts) => counts.skipped)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
