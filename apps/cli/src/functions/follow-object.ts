import type { KubeClient } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import type { CommandContext } from '../terminal/index.ts';

/**
 * Looks at an object again after each change, until the condition is met; `--timeout` limits it. Undefined when that
 * has expired or the command was interrupted before.
 */
export async function followObject<T extends KubeObject>(
  { interrupted, timeoutMs, clock }: Pick<CommandContext, 'interrupted' | 'timeoutMs' | 'clock'>,
  { client, type, object }: { readonly client: KubeClient; readonly type: ResourceType<T>; readonly object: T },
  until: (current: T) => boolean,
): Promise<T | undefined> {
  const { name = '', namespace } = object.metadata;
  const limit = new AbortController();
  const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, () => limit.abort());
  const signal = AbortSignal.any([interrupted, limit.signal]);
  const resource = client.resource(type, namespace);
  try {
    while (!signal.aborted) {
      const current = await resource.get(name, { signal });
      if (until(current)) return current;
      const stop = new AbortController();
      try {
        const events = await resource.watch({
          fieldSelector: `metadata.name=${name}`,
          resourceVersion: current.metadata.resourceVersion,
          signal: AbortSignal.any([signal, stop.signal]),
        });
        for await (const batch of events) if (batch.length > 0) break;
      } finally {
        stop.abort();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    cancel?.();
  }
  return undefined;
}
