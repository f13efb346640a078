import { fieldError } from '@kubemin/kubeapi';
import type { IngressClass, IngressClassParametersReference } from '@kubemin/kubeapi/types/networking.v1';
import { immutable, named, oneOf, type Problems, required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const MAX_CONTROLLER = 250;

/** Ingress classes: which controller serves them is settled once. */
export const ingressClassStrategy: Strategy<IngressClass> = {
  defaults(one) {
    const parameters = one.spec?.parameters;
    if (parameters === undefined || parameters.scope !== undefined) return one;
    return { ...one, spec: { ...one.spec, parameters: { ...parameters, scope: 'Cluster' } } };
  },
  validate: ({ spec = {} }) => [
    ...controllerProblems(spec.controller ?? ''),
    ...(spec.parameters === undefined ? [] : parameterProblems(spec.parameters, 'spec.parameters')),
  ],
  validateUpdate: ({ spec }, current) => immutable('spec.controller', spec?.controller, current.spec?.controller),
};

function controllerProblems(controller: string): Problems {
  if (controller.length > MAX_CONTROLLER) return [fieldError.tooLong('spec.controller', MAX_CONTROLLER)];
  const path = 'spec.controller';
  const [domain = '', ...rest] = controller.split('/');
  if (controller === '') return required(path, controller);
  if (rest.join('/') === '') {
    return [fieldError.invalid(path, controller, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  return named(path, domain, 'dns1123Subdomain');
}

function parameterProblems(given: IngressClassParametersReference, path: string): Problems {
  const { kind, name, namespace = '', scope } = given;
  return [
    ...required(`${path}.kind`, kind),
    ...required(`${path}.name`, name),
    ...oneOf(`${path}.scope`, scope, ['Cluster', 'Namespace']),
    ...(scope === 'Namespace' && namespace === ''
      ? [fieldError.required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'")]
      : []),
    ...(scope === 'Cluster' && namespace !== ''
      ? [fieldError.forbidden(`${path}.namespace`, "`parameters.scope` is set to 'Cluster'")]
      : []),
  ];
}
