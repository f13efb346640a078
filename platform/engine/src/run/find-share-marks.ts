import { apiVersionOf, isStatusError, type ResourceType } from '@kubemin/kubeapi';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { USED_BY } from '../delivery/sharing.ts';
import type { JobTypeRegistry } from '../job-type-registry.ts';
import type { PrepareContext } from './prepare/preparation.ts';
import { retrying, transientPauses } from './retrying.ts';

/** The objects of other applications that this one has marked as used, wherever they are. */
export async function findShareMarks(
  context: PrepareContext,
  jobTypes: Pick<JobTypeRegistry, 'pruneRules'>,
): Promise<readonly RenderedObject[]> {
  const { dependencies, signal, logger } = context;
  const onRetry = (error: unknown): void => logger.warn('looking for what is shared failed for now', { error });
  return retrying({ ...dependencies, signal, onRetry, pause: transientPauses(dependencies) }, async () => {
    const found = await Promise.all(jobTypes.pruneRules().map(({ resource }) => marked(context, resource)));
    return found.flat();
  });
}

async function marked({ task, dependencies, signal }: PrepareContext, type: ResourceType) {
  const key = `${USED_BY}${task.appId}`;
  try {
    const { items } = await dependencies.client.resource(type).list({ labelSelector: LABEL.shareName, signal });
    return items.flatMap(({ metadata: { name = '', namespace, annotations } }): readonly RenderedObject[] => {
      const component = annotations?.[key];
      if (component === undefined) return [];
      const metadata = { name, ...(namespace !== undefined && { namespace }) };
      const object = { apiVersion: apiVersionOf(type), kind: type.kind, metadata };
      return [{ component, object, onExisting: 'apply' }];
    });
  } catch (error) {
    // A cluster without the kind has none; what the platform may not list it cannot have marked.
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'Forbidden')) return [];
    throw error;
  }
}
