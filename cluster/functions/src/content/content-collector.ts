import { type ControllerModule, createReconcilerController } from '@kubemin/controller';
import { splitKey } from '@kubemin/kube';
import { ignoreNotFound, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { UNOWNED_LABEL, USED_ANNOTATION } from './content-chunks.ts';

const HOUR_MS = 3_600_000;

/** Options of the collector. */
export interface ContentCollectorOptions {
  /** How long content without an owner is kept after it was last put. @default 1 h */
  readonly graceMs?: number;
}

/** The controller that deletes content without an owner after the grace period. */
export function contentCollectorModule({ graceMs = HOUR_MS }: ContentCollectorOptions = {}): ControllerModule {
  return {
    name: 'function-content',
    setup(context) {
      const { client, clock, informers, logger } = context;
      const unowned = informers.informer(core.v1.configmaps, { labelSelector: `${UNOWNED_LABEL}=true` });
      return createReconcilerController({
        context,
        primary: unowned,
        reconciler: {
          async reconcile(key, signal) {
            const configMap = unowned.get(key);
            if (configMap === undefined || configMap.metadata.deletionTimestamp !== undefined) return undefined;
            const { uid, resourceVersion, annotations, creationTimestamp } = configMap.metadata;
            const usedAt = Date.parse(annotations?.[USED_ANNOTATION] ?? creationTimestamp ?? '');
            const leftMs = Number.isNaN(usedAt) ? 0 : usedAt + graceMs - clock.now();
            if (leftMs > 0) return { requeueAfterMs: leftMs };
            const { namespace, name } = splitKey(key);
            try {
              // Only this version: if it was put again meanwhile, it is in use.
              const preconditions = { uid, resourceVersion };
              const configMaps = client.resource(core.v1.configmaps, namespace);
              await ignoreNotFound(configMaps.delete(name, { preconditions, signal }));
              logger.debug('deleted unused content', { key });
            } catch (error) {
              if (!isStatusError(error, 'Conflict')) throw error;
            }
            return undefined;
          },
        },
      });
    },
  };
}
