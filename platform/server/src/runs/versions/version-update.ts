import type { VersionRequest } from '@kubemin/client';
import { deepEqual } from '@kubemin/kubeapi';
import {
  type AnyDocument,
  type DocumentReader,
  deriveWorkflow,
  UPDATE_STRATEGIES,
  type UpdatePolicy,
  type UpdateStrategy,
  type WorkflowStep,
} from '@kubemin/model';
import { ApiError, checkedDocument, problemMessage } from '../../api/index.ts';
import { deliveredDocument, keepStepsOf, type Rollout } from '../../applications/index.ts';
import { versionMessages } from '../../messages/index.ts';
import { changedComponent, type FittingChange, fittingChanges } from './component-change.ts';

/** What a version makes of an application. */
export interface VersionUpdate {
  readonly document: AnyDocument;
  readonly rollout: Rollout;
  readonly strategy: UpdateStrategy;
  readonly updated: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Works a version out, or refuses it; nothing else happens. */
export function versionUpdate(
  model: Pick<DocumentReader, 'parse'>,
  current: AnyDocument,
  request: VersionRequest,
): VersionUpdate {
  const strategy = requestedStrategy(request);
  const changes = fittingChanges(current, request);
  const ofAction = (action: FittingChange['action']) => changes.filter((change) => change.action === action);
  const removed = ofAction('remove').map(({ name }) => name);
  const added = ofAction('add').map(({ name }) => name);
  const edits = new Map(ofAction('update').map((change) => [change.name, change]));
  // Of a canary, `replicas` is how many copies try the new version; how many there are in the end stays.
  const changedReplicas = ({ replicas }: FittingChange) => (strategy === 'canary' ? undefined : replicas);
  const candidate = {
    ...current,
    version: request.version,
    component: [
      ...current.component
        .filter(({ name }) => !removed.includes(name))
        .map((component) => {
          const change = edits.get(component.name);
          return change === undefined
            ? component
            : changedComponent(component, { ...change, replicas: changedReplicas(change) });
        }),
      ...ofAction('add').map(({ action: _, env, properties, ...component }) => ({
        ...component,
        properties: { ...properties, ...(env !== undefined && { env }) },
      })),
    ],
    workflow: nextWorkflow(current, { added, removed }),
  };
  const { document } = checkedDocument(model, candidate, { previous: current });
  const before = new Map(current.component.map((component) => [component.name, component]));
  const updated = document.component
    .filter((component) => edits.has(component.name) && !deepEqual(component, before.get(component.name)))
    .map(({ name }) => name);
  const rollout = versionRollout(document, { request, strategy, changes: [...edits.values()], updated });
  refuseUnfit(model, { document, rollout }, strategy);
  const own = new Set(document.component.filter(({ name }) => updated.includes(name)).map(ownStrategy));
  const [only = 'rolling', ...others] = own;
  return { document, rollout, strategy: strategy ?? (others.length > 0 ? 'rolling' : only), updated, added, removed };
}

function requestedStrategy({ strategy }: VersionRequest): UpdateStrategy | undefined {
  if (strategy === undefined || strategy.trim() === '') return undefined;
  const wanted = strategy.trim().toLowerCase().replaceAll('_', '-');
  const known = UPDATE_STRATEGIES.find((each) => each === wanted);
  if (known !== undefined) return known;
  throw new ApiError(
    'INVALID_UPDATE_STRATEGY',
    versionMessages.unknownStrategy({ strategy, strategies: UPDATE_STRATEGIES }),
  );
}

/** A workflow that was derived from the components is derived again; in a written one, new components come last. */
function nextWorkflow(
  { component, workflow }: AnyDocument,
  { added, removed }: Pick<VersionUpdate, 'added' | 'removed'>,
): readonly WorkflowStep[] {
  if (added.length === 0 && removed.length === 0) return workflow;
  if (deepEqual(workflow, deriveWorkflow(component))) return [];
  const left = component.map(({ name }) => name).filter((name) => !removed.includes(name));
  const steps = keepStepsOf(workflow, new Set(left));
  const taken = new Set(steps.map(({ name }) => name));
  const appended = added.map((name): WorkflowStep => {
    const step = taken.has(name) ? `deploy-${name}` : name;
    return { name: step, mode: 'StepByStep', jobType: 'deploy', components: [name] };
  });
  return [...steps, ...appended];
}

interface RolloutQuestion {
  readonly request: VersionRequest;
  readonly strategy: UpdateStrategy | undefined;
  readonly changes: readonly FittingChange[];
  readonly updated: readonly string[];
}

function versionRollout(document: AnyDocument, { request, strategy, changes, updated }: RolloutQuestion): Rollout {
  const { canaryReplicas, approval, pauseSeconds, graceSeconds } = request;
  const given = Object.entries({ canaryReplicas, approval, pauseSeconds, graceSeconds }).filter(
    ([, value]) => value !== undefined,
  );
  if (strategy === undefined && given.length === 0) return {};
  const policies = document.component
    // What runs containers has an image, and nothing else has.
    .filter(({ name, image }) => updated.includes(name) && image !== undefined)
    .map((component): [string, UpdatePolicy] => {
      const copies = changes.find(({ name }) => name === component.name)?.replicas;
      const chosen = strategy ?? ownStrategy(component);
      return [
        component.name,
        {
          strategy: chosen,
          ...(chosen === 'canary' && copies !== undefined && { canaryReplicas: copies }),
          ...Object.fromEntries(given),
        },
      ];
    });
  return Object.fromEntries(policies);
}

function ownStrategy({ properties }: { readonly properties: object }): UpdateStrategy {
  const update: unknown = 'update' in properties ? properties.update : undefined;
  const own = typeof update === 'object' && update !== null && 'strategy' in update ? update.strategy : undefined;
  return UPDATE_STRATEGIES.find((each) => each === own) ?? 'rolling';
}

function refuseUnfit(
  model: Pick<DocumentReader, 'parse'>,
  content: { readonly document: AnyDocument; readonly rollout: Rollout },
  strategy: UpdateStrategy | undefined,
): void {
  const problems = model.parse(deliveredDocument(content)).problems.filter(({ severity }) => severity === 'error');
  const [first] = problems;
  if (first === undefined) return;
  const { path } = first;
  const text = versionMessages.strategyMismatch({ strategy: strategy ?? '', path, problem: problemMessage(first) });
  throw new ApiError('INVALID_UPDATE_STRATEGY', text, { problems });
}
