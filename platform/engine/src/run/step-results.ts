import type { JsonObject, JsonValue } from '@kubemin/kubeapi';
import type { PlanRow } from '../store/index.ts';
import type { Job } from '../task/index.ts';

/** How a step ended, in the words conditions use. */
export type StepStatus = 'succeeded' | 'failed' | 'rejected' | 'skipped';

/** What is known of a task's jobs, by step: what conditions and inputs look at. Starts from what is stored. */
export class StepResults {
  readonly #rows = new Map<string, PlanRow>();
  readonly #jobs = new Map<string, Job>();
  readonly #idsByStep = new Map<string, Set<string>>();
  readonly #left = new Set<string>();

  constructor(rows: readonly PlanRow[]) {
    for (const row of rows) {
      const { planned, job } = row;
      this.add([row]);
      for (const step of [planned.step, planned.subStep ?? planned.step]) {
        this.#idsByStep.set(step, (this.#idsByStep.get(step) ?? new Set()).add(job.id));
      }
    }
  }

  /** Takes in jobs that are no part of how a step ended. */
  add(rows: readonly PlanRow[]): void {
    for (const row of rows) {
      this.#rows.set(row.planned.key, row);
      this.#jobs.set(row.job.id, row.job);
    }
  }

  /** A planned job with its twin as it was stored last. */
  row(key: string): PlanRow | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : { ...row, job: this.#jobs.get(row.job.id) ?? row.job };
  }

  /** Takes in a job as it was stored last. */
  recordJob(job: Job): void {
    this.#jobs.set(job.id, job);
  }

  /** Records a step that was skipped; for steps without jobs there is no other trace of it. */
  recordSkippedStep(step: string): void {
    this.#left.add(step);
  }

  stepStatus(step: string): StepStatus {
    const states = new Set(this.#stepJobs(step).map(({ status }) => status));
    if (states.has('failed') || states.has('timeout') || states.has('cancelled')) return 'failed';
    if (states.has('rejected')) return 'rejected';
    if (this.#left.has(step) || (states.size === 1 && states.has('skipped'))) return 'skipped';
    return 'succeeded';
  }

  stepOutputs(step: string): JsonObject {
    return Object.assign({}, ...this.#stepJobs(step).map(({ outputs = {} }) => outputs));
  }

  /** The value at `steps.<step>.outputs.<name>` or `steps.<step>.status`; undefined when there is none. */
  lookUp([, step = '', part, output = '']: readonly string[]): JsonValue | undefined {
    if (part === 'status') return this.stepStatus(step);
    const outputs = this.stepOutputs(step);
    return part === 'outputs' && Object.hasOwn(outputs, output) ? outputs[output] : undefined;
  }

  #stepJobs(step: string): readonly Job[] {
    return [...(this.#idsByStep.get(step) ?? [])].flatMap((id) => this.#jobs.get(id) ?? []);
  }
}
