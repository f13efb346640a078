import type { AnyDocument } from '@kubemin/model';
import type { RenderedObject } from '@kubemin/render';
import { planMessages } from '../messages/index.ts';
import type { Operation, OperationProblem } from '../task/index.ts';

/** Workloads whose number of replicas is stated by the document. */
export const SCALABLE_KINDS: readonly string[] = ['Deployment', 'StatefulSet'];
/** Workloads whose pods run for as long as they are wanted. */
export const RESTARTABLE_KINDS: readonly string[] = [...SCALABLE_KINDS, 'DaemonSet'];
const AUTOSCALER = 'HorizontalPodAutoscaler';

/** What an operation would act on. */
interface Subject {
  readonly name: string;
  readonly type: string;
  readonly kinds: ReadonlySet<string>;
}

type Rule = (subject: Subject) => OperationProblem | undefined;

/** What stands against an operation on an application, component by component; `rendered` is from this very document. */
export function operationProblems(
  operation: Operation,
  document: Pick<AnyDocument, 'component'>,
  rendered: readonly RenderedObject[],
): readonly OperationProblem[] {
  if (operation.kind === 'scale') {
    return componentProblems(Object.keys(operation.replicas), scaleProblem, subjects(document, rendered));
  }
  if (operation.kind !== 'restart') return [];
  const all = subjects(document, rendered);
  if (operation.components.length > 0) return componentProblems(operation.components, restartProblem, all);
  return [...all.values()].some(isRestartable) ? [] : [NOTHING_RUNS];
}

function subjects(
  document: Pick<AnyDocument, 'component'>,
  rendered: readonly RenderedObject[],
): ReadonlyMap<string, Subject> {
  const objects = Map.groupBy(rendered, ({ component }) => component);
  return new Map(
    document.component.map(({ name, type }) => {
      const kinds = new Set((objects.get(name) ?? []).map(({ object }) => object.kind));
      return [name, { name, type, kinds }];
    }),
  );
}

function componentProblems(
  names: readonly string[],
  rule: Rule,
  all: ReadonlyMap<string, Subject>,
): readonly OperationProblem[] {
  return names.flatMap((name) => {
    const subject = all.get(name);
    return (subject === undefined ? missingComponent(name, [...all.keys()]) : rule(subject)) ?? [];
  });
}

function scaleProblem({ name, type, kinds }: Subject): OperationProblem | undefined {
  if (kinds.has(AUTOSCALER)) {
    return {
      component: name,
      code: 'AUTOSCALED',
      message: planMessages.autoscaled({ component: name }),
      fix: planMessages.fixAutoscaled,
    };
  }
  if (SCALABLE_KINDS.some((kind) => kinds.has(kind))) return undefined;
  return {
    component: name,
    code: 'NOT_SCALABLE',
    message: planMessages.notScalable({ component: name, type }),
    fix: planMessages.fixLeaveOut,
  };
}

function restartProblem(subject: Subject): OperationProblem | undefined {
  if (isRestartable(subject)) return undefined;
  const { name, type } = subject;
  return {
    component: name,
    code: 'NOT_RESTARTABLE',
    message: planMessages.notRestartable({ component: name, type }),
    fix: planMessages.fixLeaveOut,
  };
}

function isRestartable({ kinds }: Subject): boolean {
  return RESTARTABLE_KINDS.some((kind) => kinds.has(kind));
}

const NOTHING_RUNS: OperationProblem = {
  component: '',
  code: 'NOT_RESTARTABLE',
  message: planMessages.nothingRestartable,
  fix: planMessages.fixDeployAgain,
};

function missingComponent(name: string, known: readonly string[]): OperationProblem {
  return {
    component: name,
    code: 'COMPONENT_NOT_FOUND',
    message: planMessages.componentMissing({ component: name }),
    fix: known.length === 0 ? planMessages.fixNoComponents : planMessages.fixComponents({ components: known }),
  };
}

/** The document with other numbers of copies for some components. */
export function withReplicas(document: AnyDocument, replicas: Readonly<Record<string, number>>): AnyDocument {
  const wanted = new Map(Object.entries(replicas));
  const component = document.component.map((each) => ({ ...each, replicas: wanted.get(each.name) ?? each.replicas }));
  return { ...document, component };
}
