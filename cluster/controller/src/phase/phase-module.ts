import { type KubeClient, splitKey } from '@kubemin/kube';
import type { ResourceType } from '@kubemin/kubeapi';
import type { ControllerModule } from '../manager/controller.ts';
import { createReconcilerController } from '../reconcile/reconciler-controller.ts';
import { enqueuePeriodically } from '../reconcile/resync.ts';
import { enqueueMappedKeys, type Source } from '../reconcile/source.ts';
import type { CustomResource } from '../resource/custom-resource.ts';
import type { ReconcileScope } from '../scope/reconcile-scope.ts';
import { assertValidDefinition, type PhaseMachine } from './phase-machine.ts';
import type { PhaseStore } from './phase-store.ts';
import type { PhasedObject } from './phased-object.ts';

/** How a machine is run. */
export interface PhaseModuleOptions {
  /** @default the resource's plural */
  readonly name?: string;
  /** How many objects are worked on at once. @default the manager's concurrency */
  readonly workers?: number;
  /** Custom resources it needs besides its own. */
  readonly resources?: readonly CustomResource[];
}

/** A controller made of a phase machine. */
export interface PhaseModule<R extends PhasedObject = PhasedObject> extends ControllerModule {
  /** For whoever shows the objects' progress, or acts on them. */
  readonly machine: PhaseMachine<R>;
}

/** Whether a controller is made of a phase machine. */
export function isPhaseModule(module: ControllerModule): module is PhaseModule {
  return 'machine' in module;
}

/** A controller that drives all objects of the machine's resource. Its cache only wakes it: decisions are made from live reads. */
export function phaseModule<R extends PhasedObject>(
  machine: PhaseMachine<R>,
  { name, workers, resources }: PhaseModuleOptions = {},
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
        sources: [changes, again],
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

/** An object that has become somebody else's is as good as gone. */
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
 * Objects behind a Kubernetes API. They are read from the API and not from a cache: after our own write a cache may
 * be a moment behind, and what is finished would be done again.
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
