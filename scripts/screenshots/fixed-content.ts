import { createHash } from 'node:crypto';
import type { Job, PlatformClient, Task } from '@kubemin/client';

/** When pictures are made, for the browser and for what the platform sends. */
export const PICTURE_TIME = Date.parse('2026-11-18T10:24:00.000Z');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** How long jobs take in pictures, by kind of their object; others take four seconds. */
const JOB_SECONDS: Readonly<Record<string, readonly [number, number]>> = {
  ConfigMap: [1, 2],
  Secret: [1, 2],
  Service: [1, 3],
  Ingress: [2, 4],
  StatefulSet: [24, 46],
  Deployment: [14, 42],
};

interface Span {
  readonly from: number;
  /** Absent while it goes on. */
  readonly to?: number;
}

/** Times and ids that are the same in every run of the script, for those that the platform made. */
export class FixedContent {
  /** By task and job id. */
  readonly #spans = new Map<string, Span>();
  readonly #ids = new Map<string, string>();

  /** Plans the times of all runs that there are now; the newest ended some minutes before the picture. */
  static async read(client: PlatformClient): Promise<FixedContent> {
    const fixed = new FixedContent();
    const { tasks } = await client.listRuns({ limit: 200 });
    let ends = PICTURE_TIME;
    for (const [place, run] of tasks.entries()) {
      // The part of its id that is shown.
      const worker = run.executor?.split('-').at(-1);
      if (worker !== undefined) fixed.#ids.set(worker, stableName('worker', worker.length));
      ends -= (4 + 23 * Math.min(place, 6) + between(`${place}`, [0, 9])) * MINUTE;
      const { jobs } = await client.listJobs(run.id, { limit: 200 });
      fixed.#planRun(run, jobs, ends);
    }
    const { applications } = await client.listApplications({ limit: 200 });
    for (const { id, name } of applications) {
      fixed.#ids.set(id, stableName(name, id.length));
      const { pods } = await client.applicationPods(id, {});
      for (const [place, pod] of pods.entries()) {
        const suffix = pod.name.split('-').at(-1) ?? '';
        if (suffix.length === 5) fixed.#ids.set(suffix, stableName(`${pod.component} ${place}`, 5));
      }
    }
    return fixed;
  }

  /** Jobs of a component follow each other, components do in sequential steps alone. */
  #planRun(run: Task, jobs: readonly Job[], ends: number): void {
    const isOver = run.endedAt !== undefined;
    const planned: { readonly job: Job; readonly from: number; readonly seconds: number }[] = [];
    let stepBegins = 1;
    for (const step of Map.groupBy(jobs, ({ stepIndex }) => stepIndex).values()) {
      let stepEnds = stepBegins;
      for (const part of Map.groupBy(step, ({ component }) => component).values()) {
        let from = stepBegins;
        for (const job of part) {
          const seconds = between(`${job.component} ${job.objectKind}`, JOB_SECONDS[job.objectKind] ?? [4, 5]);
          planned.push({ job, from, seconds });
          from += seconds;
        }
        stepEnds = Math.max(stepEnds, from);
      }
      stepBegins = stepEnds;
    }
    const done = planned.filter(({ job }) => job.endedAt !== undefined || !isOver);
    const length = Math.max(
      2,
      ...done.filter(({ job }) => job.startedAt !== undefined).map(({ from, seconds }) => from + seconds),
    );
    // One that goes on is as old as its jobs, and has waited for a minute since.
    const createdAt = isOver ? ends - length * SECOND : PICTURE_TIME - (length + 60) * SECOND;
    this.#spans.set(run.id, { from: createdAt, ...(isOver && { to: ends }) });
    for (const { job, from, seconds } of planned) {
      const begins = createdAt + from * SECOND;
      this.#spans.set(job.id, { from: begins, ...(job.endedAt !== undefined && { to: begins + seconds * SECOND }) });
    }
  }

  /** What the platform sent, with these times and ids. */
  response(text: string): string {
    return this.#replaceIds(JSON.stringify(this.#walk(JSON.parse(text), '')));
  }

  /** A path or a body of the browser, with the ids of the platform. */
  request(text: string): string {
    return [...this.#ids].reduce((sum, [real, shown]) => sum.replaceAll(shown, real), text);
  }

  #replaceIds(text: string): string {
    return [...this.#ids].reduce((sum, [real, shown]) => sum.replaceAll(real, shown), text);
  }

  #walk(value: unknown, key: string): unknown {
    if (typeof value === 'string') return INSTANT.test(value) ? new Date(momentFor(key)).toISOString() : value;
    if (Array.isArray(value)) return value.map((each) => this.#walk(each, key));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const parts: Record<string, unknown> = Object.fromEntries(
      entries.map(([name, each]) => [name, this.#walk(each, name)]),
    );
    const span = this.#spans.get(String(parts.id ?? parts.taskId));
    if (span !== undefined) {
      for (const [name, moment] of [
        ['createdAt', span.from],
        ['startedAt', span.from + (parts.number === undefined ? 0 : SECOND)],
        ['endedAt', span.to],
      ] as const) {
        if (name in parts && moment !== undefined) parts[name] = new Date(moment).toISOString();
      }
    }
    if ('sequence' in parts && 'time' in parts) parts.time = new Date(this.#eventTime(parts)).toISOString();
    return parts;
  }

  /** A transition of a run or of a job has the time of the snapshot that is part of it. */
  #eventTime({ kind, task, job }: Readonly<Record<string, unknown>>): number {
    const { id, status, taskId } = snapshot(kind === 'job' ? job : task);
    const span = this.#spans.get(String(id));
    if (span === undefined) return momentFor('time');
    if (status === 'queued' && kind === 'job') return (this.#spans.get(String(taskId)) ?? span).from;
    if (status === 'waiting') return span.from;
    if (status === 'queued') return span.from + SECOND / 2;
    if (status === 'running') return span.from + (kind === 'job' ? 0 : SECOND);
    return span.to ?? span.from;
  }
}

function snapshot(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** For what is neither a run nor a job. */
function momentFor(key: string): number {
  if (/expire|until|deadline/i.test(key)) return PICTURE_TIME + 8 * HOUR;
  if (/create/i.test(key)) return PICTURE_TIME - 12 * 24 * HOUR;
  return PICTURE_TIME - 2 * HOUR;
}

/** The same whole number for the same text each time. */
function between(text: string, [least, most]: readonly [number, number]): number {
  return least + (createHash('sha256').update(text).digest().readUInt16BE() % (most - least + 1));
}

function stableName(text: string, length: number): string {
  const digits = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`).toString(36);
  // Like the names that Kubernetes makes: no digit first.
  return `${'bcdfghjkmn'.at(digits.length % 10)}${digits.slice(0, length - 1)}`;
}
