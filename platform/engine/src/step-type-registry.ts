import { TerminalError } from '@kubemin/base';
import type { FieldWording, Wording, WorkflowJobType } from '@kubemin/model';
import { planMessages } from './messages/plan.ts';
import { PlanError } from './plan/plan-error.ts';
import { DEPLOY } from './plan/step-group.ts';
import type { AnyStepType } from './step-type.ts';

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

  /** Throws PlanError for `path` when there is none. */
  get(name: string, path: string): AnyStepType {
    const type = this.#byName.get(name);
    if (type !== undefined) return type;
    const types = [DEPLOY, ...this.#byName.keys()];
    throw new PlanError(path, planMessages.stepTypeUnknown({ type: name, types }));
  }
}

/** What the model has to know about step types: pass it to `extendRegistry`. */
export function stepTypeDeclarations(types: readonly AnyStepType[]): {
  readonly jobTypes: Readonly<Record<string, WorkflowJobType>>;
  readonly wording: Wording;
} {
  return {
    jobTypes: Object.fromEntries(types.map(({ name, declaration }) => [name, declaration])),
    wording: Object.fromEntries(types.flatMap(wordingEntries)),
  };
}

function wordingEntries({ name, wording }: AnyStepType): readonly (readonly [string, FieldWording])[] {
  if (wording === undefined) return [];
  const properties = Object.entries(wording.properties ?? {});
  return [[`job.${name}`, wording.type], ...properties.map(([at, words]) => [`job.${name}.${at}`, words] as const)];
}
