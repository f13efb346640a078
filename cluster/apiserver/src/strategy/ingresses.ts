import { isIP } from 'node:net';
import { fieldError, nameProblems } from '@kubemin/kubeapi';
import type { HTTPIngressPath, Ingress, IngressBackend, IngressRule } from '@kubemin/kubeapi/types/networking.v1';
import { each, named, oneOf, type Problems, portNumber, required, requiredName } from './field-checks.ts';
import { portName } from './port-names.ts';
import type { Strategy } from './strategy.ts';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const BAD_SEQUENCES = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_SUFFIXES = ['/..', '/.'];
const WILDCARD_RULE =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Ingresses. */
export const ingressStrategy: Strategy<Ingress> = {
  statusAnnotations: true,
  prepareForCreate: (ingress) => ({ ...ingress, status: { loadBalancer: {} } }),
  validate({ metadata, spec = {} }) {
    const { defaultBackend, ingressClassName, rules = [], tls } = spec;
    const annotated = metadata.annotations?.[CLASS_ANNOTATION];
    return [
      ...(rules.length === 0 && defaultBackend === undefined
        ? [fieldError.invalid('spec', rules, 'either `defaultBackend` or `rules` must be specified')]
        : []),
      ...(defaultBackend === undefined ? [] : backend(defaultBackend, 'spec.defaultBackend')),
      ...each(rules, 'spec.rules', rule),
      ...each(tls, 'spec.tls', ({ hosts, secretName }, at) => [
        ...each(hosts, `${at}.hosts`, (host, place) => hostProblems(host, place)),
        ...named(`${at}.secretName`, secretName, 'dns1123Subdomain'),
      ]),
      ...named('spec.ingressClassName', ingressClassName, 'dns1123Subdomain'),
      ...(annotated !== undefined && ingressClassName !== undefined && annotated !== ingressClassName
        ? [
            fieldError.invalid(
              `annotations.${CLASS_ANNOTATION}`,
              annotated,
              'must match `ingressClassName` when both are specified',
            ),
          ]
        : []),
    ];
  },
};

function rule({ host = '', http }: IngressRule, path: string): Problems {
  const paths = http?.paths ?? [];
  return [
    ...(host === '' ? [] : hostProblems(host, `${path}.host`)),
    ...(isIP(host) === 0 ? [] : [fieldError.invalid(`${path}.host`, host, 'must be a DNS name, not an IP address')]),
    ...(http !== undefined && paths.length === 0 ? [fieldError.required(`${path}.http.paths`)] : []),
    ...each(paths, `${path}.http.paths`, onePath),
  ];
}

function hostProblems(host: string, path: string): Problems {
  if (!host.includes('*')) return named(path, host, 'dns1123Subdomain');
  const wild = host.startsWith('*.') && nameProblems.dns1123Subdomain(host.slice(2)).length === 0;
  return wild ? [] : [fieldError.invalid(path, host, WILDCARD_RULE)];
}

function onePath({ path: url = '', pathType, backend: target }: HTTPIngressPath, path: string): Problems {
  const at = `${path}.path`;
  const strict = pathType === 'Exact' || pathType === 'Prefix';
  const bad = [
    ...BAD_SEQUENCES.filter((part) => url.includes(part)),
    ...BAD_SUFFIXES.filter((end) => url.endsWith(end)),
  ];
  return [
    ...(pathType === '' ? [fieldError.required(`${path}.pathType`, 'pathType must be specified')] : []),
    ...(pathType === '' ? [] : oneOf(`${path}.pathType`, pathType, PATH_TYPES)),
    ...(strict && !url.startsWith('/') ? [fieldError.invalid(at, url, 'must be an absolute path')] : []),
    ...(strict && url.startsWith('/')
      ? bad.map((part) =>
          BAD_SUFFIXES.includes(part)
            ? fieldError.invalid(at, url, `cannot end with '${part}'`)
            : fieldError.invalid(at, url, `must not contain '${part}'`),
        )
      : []),
    ...(!strict && url !== '' && !url.startsWith('/') ? [fieldError.invalid(at, url, 'must be an absolute path')] : []),
    ...backend(target, `${path}.backend`),
  ];
}

function backend({ resource, service }: IngressBackend, path: string): Problems {
  if (resource !== undefined && service !== undefined) {
    return [fieldError.invalid(path, '', 'cannot set both resource and service backends')];
  }
  if (resource !== undefined) {
    return [...required(`${path}.resource.kind`, resource.kind), ...required(`${path}.resource.name`, resource.name)];
  }
  if (service === undefined) return [fieldError.required(path, 'cannot have both `service` and `resource` unset')];
  const { name = '', number } = service.port ?? {};
  const at = `${path}.service.port`;
  return [
    ...requiredName(`${path}.service.name`, service.name, 'dns1035Label'),
    ...(name !== '' && number !== undefined
      ? [fieldError.invalid(path, '', 'cannot set both port name & port number')]
      : []),
    ...(name === '' && number === undefined ? [fieldError.required(at, 'port name or number is required')] : []),
    ...(name === '' ? portNumber(`${at}.number`, number) : portName(`${at}.name`, name)),
  ];
}
