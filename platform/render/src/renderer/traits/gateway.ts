import type { Message } from '@kubemin/base/message';
import { backendPort, type DocumentPath, type TraitData } from '@kubemin/model';
import { objectsMessages } from '../../messages/index.ts';
import {
  type GatewaySettings,
  type GatewayTargetName,
  generatedName,
  RenderError,
  type RenderFault,
} from '../../object/index.ts';
import type { GatewayBackend, GatewayContext, GatewayTarget } from '../gateway/gateway-target.ts';
import { httpRouteTarget } from '../gateway/http-route-target.ts';
import { ingressTarget } from '../gateway/ingress-target.ts';
import { virtualServiceTarget } from '../gateway/virtual-service-target.ts';
import type { TraitContext, TraitRenderer } from '../trait-renderer.ts';

const TARGETS: { readonly [K in GatewayTargetName]: GatewayTarget<K> } = {
  ingress: ingressTarget,
  'gateway-api': httpRouteTarget,
  istio: virtualServiceTarget,
};

/** gateway → objects of the gateway that the operator has configured. */
export const gateway: TraitRenderer<TraitData['gateway']> = {
  process(context) {
    const { data, path, settings } = context;
    const faults: RenderFault[] = [];
    const unnamed = data.filter((entry) => entry.name === undefined);
    const objects = data.flatMap((entry, index) => {
      const refuse = (below: DocumentPath, reason: Message) =>
        faults.push({
          path: [...path, index, ...below],
          code: 'GATEWAY_UNSUPPORTED',
          message: objectsMessages.gatewayUnsupported({ target: settings.gateway.target, reason }),
          fix: objectsMessages.gatewayUnsupportedFix,
        });
      const name = entry.name ?? generated(context, unnamed.indexOf(entry));
      return rendered(settings.gateway, {
        entry,
        name,
        namespace: context.namespace,
        service: (backend) => backendService(backend, context),
        refuse,
      });
    });
    RenderError.throwIfAny(faults);
    return { objects: objects.map((object) => ({ object })) };
  },
};

function rendered<K extends GatewayTargetName>(
  settings: GatewaySettings<K>,
  context: Omit<GatewayContext<unknown>, 'options'>,
) {
  return TARGETS[settings.target].objects({ ...context, options: settings });
}

function generated({ component, appId }: TraitContext<unknown>, index: number): string {
  const name = `${component.name}-gateway${index === 0 ? '' : `-${index + 1}`}`;
  return generatedName({ prefix: 'gw', name, appId });
}

function backendService({ serviceName, servicePort }: GatewayBackend, context: TraitContext<unknown>) {
  const service = context.findService(serviceName);
  return { name: service?.name ?? serviceName, port: backendPort(servicePort, service?.ports) };
}
