import type { Message } from '@kubemin/base/message';
import type { ComponentChange, ErrorName, Problem, VersionRequest } from '@kubemin/client';
import type { AnyComponent, AnyDocument } from '@kubemin/model';
import { ApiError, createProblem, moreProblems, problemMessage } from '../../api/index.ts';
import { requestMessages, versionMessages } from '../../messages/index.ts';

/** What a version wants to become of components. */
export const COMPONENT_ACTIONS = ['update', 'add', 'remove'] as const;
export type ComponentAction = (typeof COMPONENT_ACTIONS)[number];

/** A change whose component and action are known to fit the application. */
export interface FittingChange extends Omit<ComponentChange, 'action'> {
  readonly action: ComponentAction;
}

interface Fault {
  readonly error: ErrorName;
  readonly problem: Problem;
}

/** The changes of a version, names as the document has them. Refuses those that do not fit the application, all at once. */
export function fittingChanges(
  { component }: Pick<AnyDocument, 'component'>,
  { components }: Pick<VersionRequest, 'components'>,
): readonly FittingChange[] {
  const known = new Set(component.map(({ name }) => name));
  const seen = new Set<string>();
  const faults: Fault[] = [];
  const fault = (error: ErrorName, path: string, message: Message): void => {
    faults.push({ error, problem: createProblem({ path, code: error, message }) });
  };
  const changes = components.flatMap((change, index): FittingChange[] => {
    const name = change.name.toLowerCase();
    const path = `components[${index}]`;
    const action = COMPONENT_ACTIONS.find((each) => each === change.action.trim().toLowerCase());
    if (action === undefined) {
      const { action: given } = change;
      fault(
        'INVALID_COMPONENT_ACTION',
        `${path}.action`,
        versionMessages.unknownAction({ action: given, actions: COMPONENT_ACTIONS }),
      );
      return [];
    }
    if (seen.has(name)) fault('COMPONENT_EXISTS', `${path}.name`, versionMessages.namedTwice({ component: name }));
    else if (action === 'add' && known.has(name)) {
      fault('COMPONENT_EXISTS', `${path}.name`, versionMessages.componentExists({ component: name }));
    } else if (action !== 'add' && !known.has(name)) {
      fault('COMPONENT_NOT_FOUND', `${path}.name`, versionMessages.componentNotFound({ component: name }));
    }
    if (action === 'add' && change.type === undefined) {
      fault('VALIDATION_FAILED', `${path}.type`, versionMessages.typeRequired({ component: name }));
    }
    seen.add(name);
    return [{ ...change, name, action }];
  });
  const [first] = faults;
  if (first === undefined) return changes;
  const text = requestMessages.firstOfSeveral({ first: problemMessage(first.problem), more: moreProblems(faults) });
  throw new ApiError(first.error, text, { problems: faults.map(({ problem }) => problem) });
}

/** The component as a version changes it; it may break rules then. */
export function changedComponent(
  component: AnyComponent,
  { image, replicas, env, properties, traits }: FittingChange,
): Readonly<Record<string, unknown>> {
  return {
    ...component,
    ...(image !== undefined && { image }),
    ...(replicas !== undefined && { replicas }),
    properties: {
      ...component.properties,
      ...properties,
      ...(env !== undefined && { env: joined({ ...component.properties, ...properties }, env) }),
    },
    traits: { ...component.traits, ...traits },
  };
}

function joined(properties: object, env: Readonly<Record<string, string | null>>): Readonly<Record<string, unknown>> {
  const before: unknown = 'env' in properties ? properties.env : undefined;
  const all = { ...(typeof before === 'object' ? before : {}), ...env };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
