import { silentLogger, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { defineResource, type KubeObject } from '@kubemin/kubeapi';
import { ManualClock } from '@kubemin/testing';
import type { RecordedEvent } from '../../resource/events/event-recorder.ts';
import type { TermInfo } from '../../resource/term-info.ts';
import type { HandlerTools } from '../handler-context.ts';
import { MemoryPhaseStore } from '../memory-phase-store.ts';
import type { PhaseMachineDefinition } from '../phase-definition.ts';
import { single } from '../phase-handler.ts';
import { definePhaseMachine, type PhaseMachine } from '../phase-machine.ts';
import { readPhaseState } from '../phase-state.ts';
import type { PhasedObject } from '../phased-object.ts';

/** A resource with phases. */
export interface Job extends PhasedObject {
  readonly spec?: { readonly paused?: boolean; readonly source?: string };
}

/** A resource that no server needs to know. */
export const jobs = defineResource<Job>({
  group: 'test.kubemin.io',
  version: 'v1',
  plural: 'jobs',
  singular: 'job',
  kind: 'Job',
  namespaced: true,
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
});

export type JobDefinition = PhaseMachineDefinition<Job>;

/** Init → Run → Succeeded, failing to PreFailed and Failed. */
export function jobDefinition(change: Partial<JobDefinition> = {}): JobDefinition {
  return {
    resource: jobs,
    initialPhase: 'Init',
    terminalPhases: ['PreFailed', 'Failed', 'Succeeded'],
    failedPhases: ['PreFailed', 'Failed'],
    normalTrans: { Init: 'Run', Run: 'Succeeded' },
    errorTrans: { Init: 'PreFailed', Run: 'Failed' },
    handlers: {
      Init: single('Init', async () => ({ done: true })),
      Run: single('Run', async () => ({ done: true })),
    },
    ...change,
  };
}

export const KEY = 'default/one';

export function job(change: Partial<Job> = {}): Job {
  return { apiVersion: 'test.kubemin.io/v1', kind: 'Job', metadata: { name: 'one', namespace: 'default' }, ...change };
}

/** A machine under test: one object in memory, a manual clock, and the recorded events. */
export class PhaseBench {
  readonly clock = new ManualClock();
  readonly store = new MemoryPhaseStore<Job>(jobs);
  readonly events: RecordedEvent[] = [];
  readonly machine: PhaseMachine<Job>;
  readonly #stop = new AbortController();

  constructor(definition: Partial<JobDefinition> = {}, object: Job = job()) {
    this.machine = definePhaseMachine(jobDefinition(definition));
    this.store.put(object);
  }

  get object(): Job {
    const object = this.store.get(KEY);
    if (object === undefined) throw new TerminalError(verbatim('the object is gone'), { code: 'TEST' });
    return object;
  }

  get phase(): string | undefined {
    return this.object.status?.phase;
  }

  /** The state of a phase, or of a component in it. */
  state(phase: string, ...components: readonly string[]): ReturnType<typeof readPhaseState> {
    let state = readPhaseState(this.object.status?.state?.[phase]);
    for (const component of components) state = readPhaseState(state.state?.[component]);
    return state;
  }

  tools(change: Partial<HandlerTools> = {}): HandlerTools {
    const record = (_object: KubeObject, event: RecordedEvent): void => {
      this.events.push(event);
    };
    const random = { next: () => 1, bytes: (count: number) => new Uint8Array(count), uuid: () => 'uuid' };
    return {
      clock: this.clock,
      random,
      logger: silentLogger,
      events: { record },
      signal: this.#stop.signal,
      ...change,
    };
  }

  /** One reconcile; returns the time until the next one. */
  async reconcile(change: Partial<HandlerTools> = {}): Promise<number | undefined> {
    return (await this.machine.reconcile(KEY, this.tools(change), this.store))?.requeueAfterMs;
  }

  /** Reconciles as long as an immediate reconcile is requested. */
  async settle(change: Partial<HandlerTools> = {}): Promise<number | undefined> {
    for (let looks = 0; looks < 100; looks += 1) {
      const again = await this.reconcile(change);
      if (again !== 0) return again;
    }
    throw new TerminalError(verbatim('it never comes to rest'), { code: 'TEST' });
  }

  /** Reconciles and advances the clock until nothing is requested. */
  async finish(change: Partial<HandlerTools> = {}): Promise<void> {
    for (let waits = 0; waits < 100; waits += 1) {
      const wait = await this.settle(change);
      if (wait === undefined) return;
      await this.clock.advance(wait);
    }
    throw new TerminalError(verbatim('it never ends'), { code: 'TEST' });
  }
}

/** A leadership term that is held while `held` returns true. */
export function term(identity: string, held: () => boolean = () => true): TermInfo {
  return {
    identity,
    term: 1,
    isHeld: held,
    assertHeld() {
      if (!held())
        throw new TerminalError(verbatim('this process does not lead any more'), { code: 'LEADERSHIP_LOST' });
    },
  };
}
