import { TerminalError } from '@kubemin/base';
import type { WorkflowStep } from '@kubemin/model';
import { planMessages } from '../messages/index.ts';
import { type AnyStepType, PlanError } from '../task/index.ts';
import { DEPLOY } from './step-group.ts';

/** The step types an engine knows, by name. */
export class StepTypeRegistry {
  readonly #byName = new Map<string, AnyStepType>();

  constructor(types: readonly AnyStepType[]) {
    for (const type of types) {
      if (type.name !== DEPLOY && !this.#byName.has(type.name)) {
        this.#byName.set(type.name, type);
        continue;
      }
      throw new TerminalError(planMessages.stepTypeTwice({ type: type.name }), {
        code: 'STEP_TYPE_CONFLICT',
      });
    }
  }

  /** Names of the Secrets that steps of a workflow read; a type that is not known reads none. */
  secrets(workflow: readonly WorkflowStep[]): readonly string[] {
    const steps = workflow.flatMap((step) => [step, ...(step.subSteps ?? [])]);
    return steps.flatMap(({ jobType = DEPLOY, properties }) => this.#byName.get(jobType)?.secrets?.(properties) ?? []);
  }

  /** Names under which steps of a workflow own objects, beside components; undefined when only their run shows it. */
  owners(workflow: readonly WorkflowStep[]): ReadonlySet<string> | undefined {
    const steps = workflow.flatMap((step) => [step, ...(step.subSteps ?? [])]);
    const names = new Set<string>();
    for (const step of steps) {
      const owned = this.#byName.get(step.jobType ?? DEPLOY)?.owns?.(step) ?? [];
      if (owned === 'unknown') return undefined;
      for (const name of owned) names.add(name);
    }
    return names;
  }

  /** Throws PlanError for `path` when there is none. */
  get(name: string, path: string): AnyStepType {
    const type = this.#byName.get(name);
    if (type !== undefined) return type;
    const types = [DEPLOY, ...this.#byName.keys()];
    throw new PlanError(path, planMessages.stepTypeUnknown({ type: name, types }));
  }
}
