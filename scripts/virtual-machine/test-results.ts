import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** How a line begins that has a result. */
export const RESULT_MARK = 'KUBEMIN_RESULT ';

export interface TestResult {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it failed, or was skipped. */
  readonly reason?: string;
}

/** Prints a line for each test when it has ended: what the machine prints is all that is left of it. */
export class ResultLines implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'pending') return;
    const errors = result.errors?.map(({ message, stack }) => stack ?? message).join('\n');
    const note = result.state === 'skipped' ? result.note : undefined;
    // Those that the pattern leaves out have no reason.
    if (result.state === 'skipped' && note === undefined) return;
    print({ name: test.fullName, state: result.state, reason: errors ?? note });
  }

  onTestModuleEnd(module: TestModule): void {
    for (const { message, stack } of module.errors()) {
      print({ name: 'the file', state: 'failed', reason: stack ?? message });
    }
  }
}

function print({ name, state, reason }: { readonly [Key in keyof TestResult]: TestResult[Key] | undefined }): void {
  process.stdout.write(`\n${RESULT_MARK}${JSON.stringify({ name, state, reason })}\n`);
}

/** Undefined for a line of another kind. */
export function parseResult(line: string): TestResult | undefined {
  if (!line.startsWith(RESULT_MARK)) return undefined;
  const result: TestResult = JSON.parse(line.slice(RESULT_MARK.length));
  return result;
}

/** A row for each suite, then what has failed. */
export function resultTable(results: ReadonlyMap<string, readonly TestResult[]>): string {
  const states = ['passed', 'failed', 'skipped'] as const;
  const rows = [...results].map(([suite, found]) => [
    suite,
    ...states.map((state) => String(found.filter((result) => result.state === state).length)),
  ]);
  const table = [['suite', ...states], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const failures = [...results].flatMap(([suite, found]) =>
    found
      .filter(({ state }) => state === 'failed')
      .map(({ name, reason = '' }) => `failed: ${suite}: ${name}\n${reason}`),
  );
  return [...lines, ...failures].join('\n');
}
