import { timestamp } from '@kubemin/kubeapi';
import type { Job, JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { isActive, isTerminating } from '../pod-owner/pod/pod-state.ts';
import { completionIndex } from '../workloads/job/completion-index.ts';
import { type JobPlan, planJob } from '../workloads/job/job-plan.ts';
import { isTracked, jobPod, TRACKING_FINALIZER } from '../workloads/job/job-pod.ts';

/** How a pod ends. */
export type Fate = 'succeeds' | 'fails' | 'is deleted' | 'goes on';

/** A Job without a cluster: pods end as the test decides, and the plan is carried out as far as the test lets it. */
export class JobSimulation {
  job: Job;
  now = Date.UTC(2026, 0, 1);
  readonly pods = new Map<string, Pod>();
  /** What became of each pod that ended, by uid; those thrown away as too many are not among them. */
  readonly ended = new Map<string, 'succeeded' | 'failed'>();
  readonly events: string[] = [];
  mostActive = 0;
  #made = 0;

  constructor(spec: Partial<JobSpec>) {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main' }] } };
    this.job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'work', namespace: 'ns', uid: 'job' },
      spec: { parallelism: 1, backoffLimit: 6, template, ...spec },
    };
  }

  get conditions(): readonly string[] {
    return (this.job.status?.conditions ?? []).map(({ type, status, reason }) => `${type}=${status} ${reason}`);
  }

  get active(): readonly Pod[] {
    return [...this.pods.values()].filter(isActive);
  }

  change(spec: Partial<JobSpec>): void {
    const { spec: old } = this.job;
    if (old !== undefined) this.job = { ...this.job, spec: { ...old, ...spec } };
  }

  plan(): JobPlan {
    return planJob({ job: this.job, pods: [...this.pods.values()], settled: true, now: this.now });
  }

  /** Carries a plan out, or only its first steps: then the program has died. */
  reconcile(steps = Number.POSITIVE_INFINITY): void {
    const plan = this.plan();
    const actions = [
      () => this.#store(plan),
      ...plan.release.map((pod) => () => this.#release(pod)),
      ...plan.remove.map((pod) => () => this.#delete(pod)),
      ...plan.discard.flatMap((pod) => [() => this.#release(pod), () => this.#delete(pod)]),
      ...plan.create.map((wish) => () => this.#create(jobPod(this.job, wish))),
    ];
    for (const act of actions.slice(0, steps)) act();
    this.mostActive = Math.max(this.mostActive, this.active.length);
  }

  /** Reconciles until nothing changes any more. */
  settle(): void {
    for (let round = 0; round < 20; round += 1) this.reconcile();
  }

  /** Ends an active pod, some minutes later. */
  end(pod: Pod | undefined, fate: Fate, exitCode = 1): void {
    this.now += 10 * 60_000;
    const known = pod && this.pods.get(pod.metadata.uid ?? '');
    if (known === undefined || fate === 'goes on' || !isActive(known)) return;
    if (fate === 'is deleted') this.#delete(known);
    else this.#finish(known, fate === 'fails' ? exitCode : 0);
  }

  #finish(pod: Pod, exitCode: number): void {
    const terminated = { exitCode, finishedAt: timestamp(this.now) };
    const main = { name: 'main', image: '', imageID: '', ready: false, restartCount: 0, state: { terminated } };
    const failed = exitCode !== 0;
    this.#put({ ...pod, status: { phase: failed ? 'Failed' : 'Succeeded', containerStatuses: [main] } });
    if (isTracked(pod)) this.ended.set(podUid(pod), failed ? 'failed' : 'succeeded');
  }

  podForIndex(index: number): Pod | undefined {
    return this.active.find((pod) => completionIndex(pod) === index);
  }

  count(end: 'succeeded' | 'failed'): number {
    return [...this.ended.values()].filter((other) => other === end).length;
  }

  #store({ status, events }: JobPlan): void {
    this.job = { ...this.job, status };
    for (const { type, reason } of events) this.events.push(`${type} ${reason}`);
  }

  #create(pod: Pod): void {
    this.#made += 1;
    const uid = `pod-${this.#made}`;
    const metadata = { ...pod.metadata, uid, name: uid, creationTimestamp: timestamp(this.now) };
    this.#put({ ...pod, metadata, status: { phase: 'Running' } });
  }

  #delete(pod: Pod): void {
    const known = this.pods.get(podUid(pod));
    if (known === undefined) return;
    if (isTracked(known) && isActive(known)) this.ended.set(podUid(known), 'failed');
    this.#put({ ...known, metadata: { ...known.metadata, deletionTimestamp: timestamp(this.now) } });
  }

  #release(pod: Pod): void {
    const known = this.pods.get(podUid(pod));
    if (known === undefined) return;
    const finalizers = (known.metadata.finalizers ?? []).filter((other) => other !== TRACKING_FINALIZER);
    this.#put({ ...known, metadata: { ...known.metadata, finalizers } });
  }

  /** What is deleted and held by nothing is gone. */
  #put(pod: Pod): void {
    if (isTerminating(pod) && !isTracked(pod)) this.pods.delete(podUid(pod));
    else this.pods.set(podUid(pod), pod);
  }
}

function podUid({ metadata }: Pod): string {
  return metadata.uid ?? '';
}
