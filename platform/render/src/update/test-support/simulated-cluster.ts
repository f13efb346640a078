import type { KubeObject } from '@kubemin/kubeapi';
import type { RenderedObject } from '../../object/rendered-object.ts';
import { isService, isWorkload, type Workload } from '../../object/workload.ts';
import { type ObjectName, objectKey } from '../object-key.ts';
import type { Gate, UpdatePhase } from '../update-plan.ts';

type Step =
  | { readonly do: 'apply'; readonly rendered: RenderedObject }
  | { readonly do: 'pass'; readonly gate: Gate }
  | { readonly do: 'remove'; readonly name: ObjectName };

/** As much of a cluster as an update needs: objects by name, and whether pods of a workload have ever been ready. */
export class SimulatedCluster {
  readonly #objects = new Map<string, KubeObject>();
  readonly #ready = new Set<string>();

  /** A cluster in which these objects have settled. */
  constructor(settled: readonly RenderedObject[]) {
    for (const { object } of settled) {
      this.#objects.set(objectKey(object), object);
      this.#ready.add(objectKey(object));
    }
  }

  static phaseSteps({ apply, gates, remove }: UpdatePhase): readonly Step[] {
    return [
      ...apply.map((rendered) => ({ do: 'apply', rendered }) as const),
      ...gates.map((gate) => ({ do: 'pass', gate }) as const),
      ...remove.map((name) => ({ do: 'remove', name }) as const),
    ];
  }

  run(phase: UpdatePhase): void {
    for (const step of SimulatedCluster.phaseSteps(phase)) this.step(step);
  }

  step(step: Step): void {
    if (step.do === 'apply') {
      // A workload that exists keeps enough old pods until its new ones are ready; one that is new has none.
      this.#objects.set(objectKey(step.rendered.object), step.rendered.object);
    } else if (step.do === 'remove') {
      this.#objects.delete(objectKey(step.name));
      this.#ready.delete(objectKey(step.name));
    } else if (step.gate.kind === 'ready') {
      this.#ready.add(objectKey(step.gate.object));
    }
  }

  /** Without the order in which they came. */
  objects(): Readonly<Record<string, KubeObject>> {
    return Object.fromEntries(this.#objects);
  }

  servicesWithoutPods(): readonly string[] {
    const running = [...this.#objects].filter(([key]) => this.#ready.has(key)).map(([, object]) => object);
    const workloads = running.filter(isWorkload);
    return [...this.#objects.values()]
      .filter(isService)
      .filter(({ spec }) => !workloads.some((workload) => selects(spec?.selector ?? {}, workload)))
      .map(objectKey);
  }
}

function selects(selector: Readonly<Record<string, string>>, workload: Workload): boolean {
  const labels = workload.spec?.template.metadata?.labels ?? {};
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
