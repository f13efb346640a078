import { createHash } from 'node:crypto';
import { parseTraceparent, type SpanSink } from '@kubemin/base';
import {
  type EngineObserver,
  isJobFinished,
  isTaskFinished,
  type Job,
  type Task,
  type Transition,
} from '@kubemin/engine';

interface RunTrace {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly appName: string;
}

/**
 * A span for each run and each of its jobs, below the request that asked for the run. The ids of spans come from the ids
 * of runs and jobs, and the trace is stored with the run: whichever instance takes a run up continues its trace.
 */
export class RunSpans implements EngineObserver {
  readonly #sink: SpanSink;
  /** Of the runs that are under way here. */
  readonly #traces = new Map<string, RunTrace>();

  constructor(sink: SpanSink) {
    this.#sink = sink;
  }

  onTransition(transition: Transition): void {
    if (transition.kind === 'task') this.#taskMoved(transition.task);
    else this.#jobMoved(transition.job);
  }

  #taskMoved(task: Task): void {
    const { id, status, kind, appName, createdAt, startedAt, endedAt, error } = task;
    const trace = toRunTrace(task);
    if (trace === undefined) return;
    if (status === 'queued' || status === 'running') this.#traces.set(id, trace);
    else this.#traces.delete(id);
    if (!isTaskFinished(status)) return;
    const { traceId, spanId, parentSpanId } = trace;
    this.#sink.record({
      traceId,
      spanId,
      parentSpanId,
      name: `run ${kind}`,
      kind: 'consumer',
      startMs: startedAt ?? createdAt,
      endMs: endedAt ?? createdAt,
      attributes: {
        'kubemin.task.id': id,
        'kubemin.task.status': status,
        'kubemin.app': appName,
        'kubemin.wait_ms': startedAt === undefined ? undefined : Math.max(0, startedAt - createdAt),
      },
      error: status === 'completed' || status === 'cancelled' ? undefined : (error ?? status),
    });
  }

  #jobMoved({ id, taskId, type, status, startedAt, endedAt, component, attempt, error }: Job): void {
    const trace = this.#traces.get(taskId);
    if (trace === undefined || !isJobFinished(status) || startedAt === undefined) return;
    this.#sink.record({
      traceId: trace.traceId,
      spanId: textDigest(id, 16),
      parentSpanId: trace.spanId,
      name: `job ${type}`,
      kind: 'internal',
      startMs: startedAt,
      endMs: endedAt ?? startedAt,
      attributes: {
        'kubemin.task.id': taskId,
        'kubemin.app': trace.appName,
        'kubemin.job.id': id,
        'kubemin.job.status': status,
        'kubemin.job.attempt': attempt,
        'kubemin.component': component,
      },
      error: status === 'failed' || status === 'timeout' || status === 'rejected' ? (error ?? status) : undefined,
    });
  }
}

/** Undefined for a run whose trace is not sampled; one that was not requested over HTTP has a trace of its own. */
function toRunTrace({ id, trace, appName }: Task): RunTrace | undefined {
  const parent = parseTraceparent(trace);
  if (parent?.sampled === false) return undefined;
  const traceId = parent?.traceId ?? textDigest(`trace of ${id}`, 32);
  return { traceId, spanId: textDigest(id, 16), parentSpanId: parent?.spanId, appName };
}

function textDigest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
