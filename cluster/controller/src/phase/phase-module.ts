import { type KubeClient, splitKey } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import {
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  enqueuePeriodically,
  type Source,
} from '../reconcile/index.ts';
import type { CustomResource, ReconcileScope } from '../resource/index.ts';
import { assertValidDefinition, type PhaseMachine } from './phase-machine.ts';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/** Options of the controller of a machine. */
export interface PhaseModuleOptions {
  /** @default the resource's plural */
  readonly name?: string;
  /** How many objects are reconciled concurrently. @default the manager's concurrency */
  readonly workers?: number;
  /** Custom resources it needs besides its own. */
  readonly resources?: readonly CustomResource[];
  /** What enqueues objects besides their own changes: the end of work that goes on between two calls of a handler. */
  sources?(context: ControllerContext): readonly Source[];
}

/** A controller that runs a phase machine. */
export interface PhaseModule<R extends PhasedObject = PhasedObject> extends ControllerModule {
  /** For views of the progress of objects and actions on them. */
  readonly machine: PhaseMachine<R>;
}

/** Whether a controller runs a phase machine. */
export function isPhaseModule(module: ControllerModule): module is PhaseModule {
  return 'machine' in module;
}

/** A controller that drives all objects of the machine's resource. Its cache only triggers reconciles: decisions are made from live reads. */
export function phaseModule<R extends PhasedObject>(
  machine: PhaseMachine<R>,
  { name, workers, resources, sources }: PhaseModuleOptions = {},
): PhaseModule<R> {
  const { resource } = machine.definition;
  return {
    machine,
    name: name ?? resource.plural,
    for: resource,
    ...(resources === undefined ? {} : { resources }),
    validate: () => assertValidDefinition(machine),
    setup(context) {
      const { scope, clock, random, resyncMs } = context;
      const objects = context.informers.informer(resource);
      const store = scopedStore(kubePhaseStore(context.client, resource), scope);
      const isDue = (object: R | undefined): boolean =>
        object !== undefined && scope.admits(object) && machine.needsReconcile(object);
      const changes = enqueueMappedKeys(objects, ({ type, object, key }) =>
        type !== 'deleted' && isDue(object) ? [key] : [],
      );
      const again: Source = (enqueue) =>
        resyncMs === undefined
          ? () => undefined
          : enqueuePeriodically(objects, { clock, random, periodMs: resyncMs })((key) => {
              if (isDue(objects.get(key))) enqueue(key);
            });
      return createReconcilerController({
        context,
        ...(workers === undefined ? {} : { workers }),
        sources: [changes, again, ...(sources?.(context) ?? [])],
        reconciler: {
          async reconcile(key, signal) {
            const object = objects.get(key);
            const now = clock.now();
            const heldUntil = object === undefined ? undefined : scope.pausedUntil(object, now);
            if (heldUntil !== undefined && heldUntil > now) return { requeueAfterMs: heldUntil - now };
            return machine.reconcile(key, { ...context, signal }, store);
          },
        },
      });
    },
  };
}

/** Objects that have left the scope are treated as deleted. */
function scopedStore<R extends PhasedObject>(store: PhaseStore<R>, scope: ReconcileScope): PhaseStore<R> {
  return {
    ...store,
    fetch: async (key, signal) => {
      const object = await store.fetch(key, signal);
      return object !== undefined && scope.admits(object) ? object : undefined;
    },
  };
}

/**
 * A store in a Kubernetes API. It reads from the API and not from a cache: after a write the cache may be stale, and
 * finished work would be repeated.
 */
export function kubePhaseStore<R extends PhasedObject>(client: KubeClient, type: ResourceType<R>): PhaseStore<R> {
  return {
    fetch(key, signal) {
      const { namespace, name } = splitKey(key);
      return client.resource(type, namespace).find(name, { signal });
    },
    persistStatus(resource, signal) {
      const { namespace } = resource.metadata;
      return client.resource(type, namespace).update(resource, { subresource: 'status', signal });
    },
    persistMetadata(resource, change, signal) {
      const { namespace, name = '', resourceVersion } = resource.metadata;
      const body = { metadata: { ...change, resourceVersion } };
      return client.resource(type, namespace).patch(name, { type: 'merge', body }, { signal });
    },
  };
}
