import { stripVTControlCharacters } from 'node:util';
import { errorMessage } from '@kubemin/base/message';
import type { PlatformClient } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import type { Translate } from '../terminal/index.ts';
import { findJobLog, runsProgram } from './job-log.ts';
import { oneLine } from './run-text.ts';

/** A run whose programs write something, and who wants to read it. */
export interface RunLogPanelOptions {
  readonly client: PlatformClient;
  readonly taskId: string;
  readonly translate: Translate;
}

/** Of each program, so many of the last lines are shown. */
const LAST_LINES = 10;

/** The output of the programs of a run, shown below the run on demand. */
export class RunLogPanel {
  readonly #options: RunLogPanelOptions;
  #lines: readonly string[] | undefined;

  constructor(options: RunLogPanelOptions) {
    this.#options = options;
  }

  /** None while it is hidden. */
  get lines(): readonly string[] {
    return this.#lines ?? [];
  }

  /** Shows what there is by now, or hides it again. Why it cannot be had is shown instead: the run itself is no worse for it. */
  async toggle(): Promise<void> {
    if (this.#lines !== undefined) {
      this.#lines = undefined;
      return;
    }
    try {
      this.#lines = await this.#read();
    } catch (error) {
      this.#lines = ['', this.#options.translate(errorMessage(error))];
    }
  }

  async #read(): Promise<readonly string[]> {
    const { client, taskId, translate } = this.#options;
    const { jobs } = await client.listJobs(taskId, { limit: 500 });
    const logs = await Promise.all(
      jobs.filter(runsProgram).map(async (job) => ({ job, log: await findJobLog(client, job) })),
    );
    const lines = logs.flatMap(({ job, log }) =>
      log === undefined ? [] : ['', `${job.objectName}:`, ...lastLines(log.text).map((line) => `  ${line}`)],
    );
    return lines.length === 0 ? ['', translate(runMessages.nothingWritten)] : lines;
  }
}

/** Removes control sequences: in a region that is redrawn in place they would move the cursor. */
function lastLines(text: string): readonly string[] {
  const lines = stripVTControlCharacters(text.trimEnd()).split('\n');
  return lines.slice(-LAST_LINES).map((line) => oneLine(line.trimEnd()));
}
