import { repetitions } from '../../field/index.ts';
import { fieldMessages, networkMessages } from '../../messages/index.ts';
import { ignoredField } from '../../problem/index.ts';
import type { CheckContext } from '../check-context.ts';
import { defineTrait } from '../trait.ts';
import { type ServiceSettings, serviceSettings } from './service-settings.ts';

/** How others reach the component, inside the cluster and from outside. */
export const service = defineTrait({
  summary: 'How others reach the component: ports, node ports, load balancer, headless, session affinity.',
  schema: serviceSettings,
  serves: ({ name, ports }) => ({
    ...(name === undefined ? {} : { alias: name }),
    ...(ports === undefined ? {} : { ports: ports.map((entry) => entry.port) }),
  }),
  exclusiveNames: ({ name }) =>
    name === undefined ? [] : [{ object: networkMessages.service({ name }), path: ['name'] }],
  fits: ({ serves }) => serves !== undefined,
  check: (data, context) => {
    checkPorts(data, context);
    checkUse(data, context);
    checkName(data, context);
  },
});

/** The Service of that name would be reached by all who mean the other component. */
function checkName({ name }: ServiceSettings, { component, endpoint, report }: CheckContext): void {
  const hidden = name === undefined || name === component.name ? undefined : endpoint(name);
  if (hidden === undefined || hidden.component !== name || hidden.ports?.length === 0) return;
  report({
    path: ['name'],
    code: 'OBJECT_NAME_TAKEN',
    message: networkMessages.serviceTaken({ component: name, name }),
    fix: networkMessages.serviceTakenFix,
  });
}

function checkPorts({ type, ports = [] }: ServiceSettings, context: CheckContext): void {
  const repeated = [
    ...repetitions(ports, ({ port, protocol }) => `${port}/${protocol}`).map((found) => ({ ...found, name: 'port' })),
    ...repetitions(ports, ({ name }) => name).map((found) => ({ ...found, name: 'name' })),
    ...repetitions(ports, ({ nodePort, protocol }) =>
      nodePort === undefined ? undefined : `${nodePort}/${protocol}`,
    ).map((found) => ({ ...found, name: 'nodePort' })),
  ];
  for (const { index, key, name } of repeated) {
    context.report({
      path: ['ports', index, name],
      code: 'INVALID_PORT',
      message: networkMessages.listedTwice({ name: key }),
      fix: fieldMessages.removeOneOfTwo,
    });
  }
  const hasNodePorts = type === 'NodePort' || type === 'LoadBalancer';
  for (const [index, { nodePort }] of ports.entries()) {
    if (nodePort === undefined || hasNodePorts) continue;
    context.report(ignoredField(['ports', index, 'nodePort'], networkMessages.noNodePorts({ type })));
  }
}

const ONLY_FOR: Readonly<Partial<Record<keyof ServiceSettings, readonly ServiceSettings['type'][]>>> = {
  externalTrafficPolicy: ['NodePort', 'LoadBalancer'],
  loadBalancerClass: ['LoadBalancer'],
  loadBalancerSourceRanges: ['LoadBalancer'],
};

function checkUse(data: ServiceSettings, context: CheckContext): void {
  for (const [name, types] of Object.entries(ONLY_FOR)) {
    if (Object.hasOwn(data, name) && !types.includes(data.type)) {
      context.report(ignoredField([name], networkMessages.onlyForTypes({ types: types.join(' or ') })));
    }
  }
  if (data.sessionAffinitySeconds !== undefined && data.sessionAffinity !== 'ClientIP') {
    context.report(ignoredField(['sessionAffinitySeconds'], networkMessages.noSessionAffinity));
  }
  if (context.endpoint(context.component.name)?.ports?.length !== 0) return;
  context.report({
    path: [],
    code: 'SERVICE_WITHOUT_PORTS',
    message: networkMessages.noService({ name: context.component.name, type: context.component.type }),
    fix: networkMessages.noServiceFix,
    severity: 'warning',
  });
}
