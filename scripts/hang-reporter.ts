import type { Reporter, TestCase, TestModule } from 'vitest/node';

const REPORT_AFTER_MS = 30_000;
const CHECK_MS = 5_000;

/** What is watched: when it began, and whether its name was printed already. */
interface Running {
  readonly name: string;
  readonly startedAt: number;
  isReported: boolean;
}

export interface HangReporterOptions {
  readonly now: () => number;
  readonly print: (line: string) => void;
}

/**
 * Prints the names of tests, and of files outside of their tests (imports and hooks), that have been running for 30 seconds. A
 * test that hangs fails minutes later, as a busy machine must not fail tests that are only slow; its name is known at once.
 */
export class HangReporter implements Reporter {
  readonly #options: HangReporterOptions;
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HangReporterOptions) {
    this.#options = options;
  }

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.check(), CHECK_MS);
    this.#timer.unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#start(module.id, `${module.relativeModuleId}: imports and hooks`);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.id);
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.delete(test.module.id);
    this.#start(test.id, `${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id);
    this.onTestModuleStart(test.module);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#running.clear();
  }

  /** Prints what has been running for too long, once each. */
  check(): void {
    const now = this.#options.now();
    for (const running of this.#running.values()) {
      if (running.isReported || now - running.startedAt < REPORT_AFTER_MS) continue;
      running.isReported = true;
      this.#options.print(`still running after ${Math.round((now - running.startedAt) / 1000)} s: ${running.name}`);
    }
  }

  #start(id: string, name: string): void {
    this.#running.set(id, { name, startedAt: this.#options.now(), isReported: false });
  }
}

/** What vitest makes when it is passed by its path. */
export default class SystemHangReporter extends HangReporter {
  constructor() {
    super({ now: () => performance.now(), print: (line) => process.stdout.write(`${line}\n`) });
  }
}
