import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definePhaseMachine } from './phase-machine.ts';
import { isFinished, type PhaseState, readPhaseState } from './phase-state.ts';
import type { PhaseStore } from './phase-store.ts';
import { type Job, type JobDefinition, jobDefinition, KEY, PhaseBench, term } from './test-support/phase-bench.ts';
import { type MachinePlan, machinePlan, planDefinition } from './test-support/random-machine.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 1000 : 60;

/** What happens around one write of the machine. */
const trouble = fc.constantFrom('none', 'none', 'none', 'crash before', 'crash after', 'edit before', 'second call');
type Trouble = 'none' | 'crash before' | 'crash after' | 'edit before' | 'second call';

class Crash extends TerminalError {}
const crash = () => new Crash(verbatim('killed'), { code: 'CRASH' });

/** One object, driven by processes that are killed and replaced, while others edit it. */
class Ordeal {
  readonly #bench: PhaseBench;
  readonly #troubles: readonly Trouble[];
  readonly #definition: JobDefinition;
  #writes = 0;
  #lives = 0;
  #inWork = new Set<string>();
  readonly phases: string[] = [];
  readonly violations: string[] = [];

  constructor(plan: MachinePlan, troubles: readonly Trouble[]) {
    this.#troubles = troubles;
    this.#definition = planDefinition(plan, { begins: (way) => this.#begins(way) });
    this.#bench = new PhaseBench(this.#definition);
  }

  async run(): Promise<Job> {
    expect(definePhaseMachine(this.#definition).problems).toEqual([]);
    for (this.#lives = 1; this.#lives < 100; this.#lives += 1) {
      if (await this.#live()) return this.#bench.object;
    }
    throw new Error('it never ended');
  }

  /** One process, from its start to its end: true when there is nothing left to do. */
  async #live(): Promise<boolean> {
    this.#inWork = new Set();
    const machine = definePhaseMachine(this.#definition);
    const tools = this.#bench.tools({ leadership: term(`life-${this.#lives}`) });
    const store = this.#troubled(async () => {
      await machine.reconcile(KEY, tools, this.#bench.store);
    });
    try {
      for (let looks = 0; looks < 500; looks += 1) {
        const result = await this.#whileTimePasses(machine.reconcile(KEY, tools, store));
        if (result === undefined) return true;
        if (result.requeueAfterMs !== undefined) await this.#bench.clock.advance(result.requeueAfterMs);
      }
    } catch (error) {
      if (error instanceof Crash) return false;
      throw error;
    }
    throw new Error('it never comes to rest');
  }

  /** A result that could not be stored is stored again after a while. */
  async #whileTimePasses<T>(work: Promise<T>): Promise<T> {
    let working = true;
    const ended = work.finally(() => {
      working = false;
    });
    const passing = async (): Promise<void> => {
      while (working) await this.#bench.clock.advance(100);
    };
    const [result] = await Promise.all([ended, passing()]);
    return result;
  }

  #troubled(secondCall: () => Promise<void>): PhaseStore<Job> {
    const { store } = this.#bench;
    return {
      fetch: (key, signal) => store.fetch(key, signal),
      persistMetadata: (resource, change, signal) => store.persistMetadata(resource, change, signal),
      persistStatus: async (resource, signal) => {
        const trouble = this.#troubles[this.#writes] ?? 'none';
        this.#writes += 1;
        const before = this.#bench.object;
        if (trouble === 'crash before') throw crash();
        if (trouble === 'second call') await secondCall();
        if (trouble === 'edit before') this.#edit();
        const stored = await store.persistStatus(resource, signal);
        this.#check(before, stored);
        if (trouble === 'crash after') throw crash();
        return stored;
      },
    };
  }

  #edit(): void {
    const { object } = this.#bench;
    const { metadata } = object;
    this.#bench.store.put({
      ...object,
      metadata: { ...metadata, labels: { ...metadata.labels, edit: `${this.#writes}` } },
    });
  }

  /** A piece of work begins: not twice at once, and not when its end is stored. */
  #begins(way: readonly string[]): () => void {
    const [phase = '', ...components] = way;
    const path = way.join('.');
    if (this.#inWork.has(path)) this.violations.push(`${path} runs twice at once`);
    if (isFinished(this.#stored(phase, components))) this.violations.push(`${path} runs again`);
    if (this.#bench.object.status?.phase !== phase) this.violations.push(`${path} runs outside of its phase`);
    this.#inWork.add(path);
    return () => this.#inWork.delete(path);
  }

  #stored(phase: string, components: readonly string[]): PhaseState {
    return components.reduce<PhaseState>((state, name) => state.state?.[name] ?? {}, this.#bench.state(phase));
  }

  #check(before: Job, after: Job): void {
    const [from = 'P0', to = ''] = [before.status?.phase, after.status?.phase];
    if (from !== to) {
      this.phases.push(to);
      const allowed = [this.#definition.normalTrans[from], this.#definition.errorTrans[from]];
      if (!allowed.includes(to)) this.violations.push(`${from} → ${to} is not in the matrix`);
    }
    for (const [phase, state] of Object.entries(before.status?.state ?? {})) {
      this.#compare(phase, readPhaseState(state), readPhaseState(after.status?.state?.[phase]));
    }
  }

  #compare(path: string, before: PhaseState, after: PhaseState): void {
    if (before.startTime !== undefined && before.startTime !== after.startTime) {
      this.violations.push(`${path} has another start time`);
    }
    if (isFinished(before) && JSON.stringify(before) !== JSON.stringify(after)) {
      this.violations.push(`${path} was finished and has changed`);
    }
    for (const [name, state] of Object.entries(before.state ?? {})) {
      this.#compare(`${path}.${name}`, state, after.state?.[name] ?? {});
    }
    for (const object of before.objects ?? []) {
      const now = after.objects?.find(({ id }) => id === object.id);
      if (object.done === true && JSON.stringify(now) !== JSON.stringify(object)) {
        this.violations.push(`${path}#${object.id} was done and has changed`);
      }
    }
  }
}

describe('whatever a machine goes through', () => {
  test('it ends; nothing finished is done again, nothing runs twice at once, and the matrix is kept to', async () => {
    await fc.assert(
      fc.asyncProperty(machinePlan, fc.array(trouble, { maxLength: 30 }), async (plan, troubles) => {
        const ordeal = new Ordeal(plan, troubles);
        const object = await ordeal.run();
        expect(ordeal.violations).toEqual([]);
        expect(['Succeeded', 'A', 'B']).toContain(object.status?.phase);
        expect(object.metadata.labels?.phase).toBe(object.status?.phase);
        expect(ordeal.phases).toEqual([...new Set(ordeal.phases)]);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Ways to spoil a sound definition. */
const SPOILS: Readonly<Record<string, (definition: JobDefinition, phase: string) => Partial<JobDefinition>>> = {
  'no handler': ({ handlers }, phase) => ({ handlers: without(handlers, phase) }),
  'no normal transition': ({ normalTrans }, phase) => ({ normalTrans: without(normalTrans, phase) }),
  'no error transition': ({ errorTrans }, phase) => ({ errorTrans: without(errorTrans, phase) }),
  'a transition into nothing': ({ normalTrans }, phase) => ({ normalTrans: { ...normalTrans, [phase]: 'Nowhere' } }),
  'a terminal phase with a handler': ({ handlers }, phase) => ({
    handlers: { ...handlers, Succeeded: handlers[phase] ?? { kind: 'composite', parallel: false, components: [] } },
  }),
  'a terminal phase that leads on': ({ normalTrans }, phase) => ({ normalTrans: { ...normalTrans, Succeeded: phase } }),
  'a failed phase that is not terminal': ({ failedPhases }) => ({ terminalPhases: ['Succeeded'], failedPhases }),
  'a terminal phase out of reach': ({ terminalPhases }) => ({ terminalPhases: [...terminalPhases, 'Island'] }),
  'an unknown initial phase': () => ({ initialPhase: 'Nowhere' }),
};

function without<T>(table: Readonly<Partial<Record<string, T>>>, phase: string): Readonly<Partial<Record<string, T>>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== phase));
}

test.each(Object.entries(SPOILS))('%s is found in any definition', (_what, spoil) => {
  fc.assert(
    fc.property(machinePlan, fc.nat(), (plan, index) => {
      const sound = planDefinition(plan, { begins: () => () => undefined });
      const spoilt = jobDefinition({ ...sound, ...spoil(sound, `P${index % plan.phases.length}`) });
      expect(definePhaseMachine(sound).problems).toEqual([]);
      expect(definePhaseMachine(spoilt).problems).not.toEqual([]);
    }),
    { numRuns: 30 },
  );
});
