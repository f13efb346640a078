// The README's test command: lint, types, then every test. Ends with one line that counts passed, failed and skipped.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly { status: string; fullName: string }[] }[];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

async function check(title: string, command: string, args: readonly string[]): Promise<Counts> {
  print(`\n== ${title}`);
  const started = performance.now();
  const ok = await run(command, args);
  print(`${ok ? 'ok' : 'FAILED'}: ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
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
    // A file that does not even load fails no test, yet fails the run.
    const failed =
      report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : Math.max(1, report.numFailedTestSuites));
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const results = [
  await check('lint and format', bin('biome'), ['check', '.']),
  await check('words to avoid', process.execPath, [join(root, 'scripts', 'check-words.ts')]),
  // Several threads check what they share more than once: four times the processor time, and on two cores longer.
  await check('types', bin('tsc'), ['-p', 'tsconfig.json', '--singleThreaded']),
  await check('bundle', process.execPath, [join(root, 'scripts', 'build.ts')]),
  await unitTests(process.argv.slice(2)),
];
const sum = (pick: (counts: Counts) => number): number => results.reduce((total, counts) => total + pick(counts), 0);
const failed = sum((counts) => counts.failed);
print(`\n${sum((counts) => counts.passed)} passed, ${failed} failed, ${sum((counts) => counts.skipped)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
