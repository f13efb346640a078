import { errorMessage, verbatim } from '@kubemin/base/message';
import { backendPort, type GatewayEntry, type TraitData } from '@kubemin/model';
import { generatedName, RenderError, type RenderFault, type TraitContext, type TraitRenderer } from '@kubemin/render';
import * as z from 'zod';
import type { PluginCalls, PluginDescription, PluginQuestion } from '../description/index.ts';
import { pluginMessages } from '../messages/index.ts';
import { guardDrafts } from './renderers.ts';

const backend = z.object({
  serviceName: z.string(),
  servicePort: z.number().optional(),
});
const rendered = z.object({
  objects: z.array(z.unknown()),
  refusals: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
});

/** A renderer of the trait `gateway` that makes the objects of a plug-in's gateway. */
export function pluginGatewayRenderer(
  gateway: string,
  plugin: { readonly description: PluginDescription; readonly thread: PluginCalls } | undefined,
): TraitRenderer<TraitData['gateway']> {
  return {
    process: (context) => {
      const { path, data } = context;
      if (plugin === undefined) {
        const message = pluginMessages.gatewayMissing({ gateway });
        throw new RenderError(message, { path, code: 'PLUGIN_FAILED' });
      }
      const unnamed = data.filter((entry) => entry.name === undefined);
      const faults: RenderFault[] = [];
      const objects = data.flatMap((entry, index) => {
        const name = entry.name ?? entryName(context, unnamed.indexOf(entry));
        const { objects: made, refusals } = callGateway(plugin.thread, { gateway, entry, name, context });
        for (const { path: below, message } of refusals) {
          const reason = verbatim(message);
          faults.push({
            path: [...path, index, ...below],
            code: 'GATEWAY_UNSUPPORTED',
            message: pluginMessages.failed({ plugin: plugin.description.name, entry: gateway, reason }),
          });
        }
        const drafts: readonly unknown[] = made.map((object) => ({ object }));
        const place = { plugin: plugin.description.name, entry: gateway, namespace: context.namespace, path };
        return guardDrafts(drafts, place);
      });
      RenderError.throwIfAny(faults);
      return { objects };
    },
  };
}

interface GatewayCall {
  readonly gateway: string;
  readonly entry: GatewayEntry;
  readonly name: string;
  readonly context: TraitContext<unknown>;
}

function callGateway(calls: PluginCalls, { gateway, entry, name, context }: GatewayCall) {
  const { namespace, path } = context;
  const respond = ({ args: [asked] }: PluginQuestion): unknown => {
    const { serviceName, servicePort } = backend.parse(asked);
    const service = context.findService(serviceName);
    return { name: service?.name ?? serviceName, port: backendPort(servicePort, service?.ports) };
  };
  try {
    const call = { function: 'gateway.objects', entry: gateway, args: { context: { entry, name, namespace } } };
    return rendered.parse(calls.call(call, respond));
  } catch (error) {
    throw new RenderError(errorMessage(error), { path, code: 'PLUGIN_FAILED', cause: error });
  }
}

function entryName({ component, appId }: TraitContext<unknown>, index: number): string {
  const name = `${component.name}-gateway${index === 0 ? '' : `-${index + 1}`}`;
  return generatedName({ prefix: 'gw', name, appId });
}
