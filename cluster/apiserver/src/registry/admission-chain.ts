import type { KubeObject } from '@kubemin/kubeapi';
import {
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionRequest,
  MutationRepeat,
  type ObjectView,
} from './admission.ts';
import { isDryRun, type ResourceCall } from './call.ts';

/** The two points of a write at which plug-ins are called. */
export interface AdmissionHooks {
  mutate(object: KubeObject, old: KubeObject | undefined): KubeObject | Promise<KubeObject>;
  validate(object: KubeObject, old: KubeObject | undefined): void | Promise<void>;
}

/** The plug-ins of a server, in their order. */
export class AdmissionChain {
  readonly #plugins: AdmissionPlugin[] = [];

  /** Adds a plug-in behind the others. Plug-ins look at the server, so they come after it. */
  add(plugin: AdmissionPlugin): void {
    this.#plugins.push(plugin);
  }

  /** Ends what plug-ins do in the background. */
  stop(): void {
    for (const plugin of this.#plugins) plugin.stop?.();
  }

  /** The hooks for one request; undefined when no plug-in cares about such requests. */
  hooksFor(operation: AdmissionOperation, call: ResourceCall, view?: ObjectView): AdmissionHooks | undefined {
    const { resource, subresource, verb } = call;
    const { user } = call.request;
    const plugins = this.#plugins.filter((plugin) => plugin.applies({ operation, resource, subresource, verb, user }));
    if (plugins.length === 0) return undefined;
    const about = (old: KubeObject | undefined): AdmissionRequest => ({
      operation,
      resource,
      subresource,
      verb,
      namespace: call.namespace ?? '',
      name: call.name ?? '',
      query: call.request.query,
      signal: call.request.signal,
      repeat: new MutationRepeat(),
      view,
      user,
      // The query of a connection is for what is behind it.
      dryRun: operation !== 'connect' && isDryRun(call),
      old,
      warn: (text) => call.warnings.add(text),
    });
    const changing = plugins.filter((plugin) => plugin.mutate !== undefined);
    return {
      mutate:
        changing.length === 0
          ? unchanged
          : async (object, old) => {
              const request = about(old);
              const admitted = await mutateInOrder(changing, object, request);
              return request.repeat.begin() ? mutateInOrder(changing, admitted, request) : admitted;
            },
      validate: async (object, old) => {
        const request = about(old);
        for (const plugin of plugins) await plugin.validate?.(object, request);
      },
    };
  }
}

async function mutateInOrder(
  plugins: readonly AdmissionPlugin[],
  object: KubeObject,
  request: AdmissionRequest,
): Promise<KubeObject> {
  let admitted = object;
  for (const plugin of plugins) admitted = (await plugin.mutate?.(admitted, request)) ?? admitted;
  return admitted;
}

function unchanged(object: KubeObject): KubeObject {
  return object;
}
