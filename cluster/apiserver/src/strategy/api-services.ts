import { fieldError } from '@kubemin/kubeapi';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import { named, type Problems, portNumber, required, requiredName } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;
const HTTPS_PORT = 443;

/** API services: which server serves a group version; the name is derived from it. */
export const apiServiceStrategy: Strategy<APIService> = {
  nameRule: 'pathSegment',
  requiresResourceVersion: true,
  generation: false,
  defaults(one) {
    const { service } = one.spec ?? {};
    if (one.spec === undefined || service === undefined || service.port !== undefined) return one;
    return { ...one, spec: { ...one.spec, service: { ...service, port: HTTPS_PORT } } };
  },
  validate({ metadata, spec }) {
    const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0 } = spec ?? {};
    const expected = `${version}.${group}`;
    return [
      ...(metadata.name === expected
        ? []
        : [
            fieldError.invalid(
              'metadata.name',
              metadata.name,
              `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(expected)}`,
            ),
          ]),
      ...named('spec.group', group, 'dns1123Subdomain'),
      ...requiredName('spec.version', version, 'dns1035Label'),
      ...within('spec.groupPriorityMinimum', groupPriorityMinimum, MAX_GROUP_PRIORITY),
      ...within('spec.versionPriority', versionPriority, MAX_VERSION_PRIORITY),
      ...serviceProblems(spec),
    ];
  },
};

function within(path: string, value: number, max: number): Problems {
  if (value > 0 && value <= max) return [];
  return [fieldError.invalid(path, value, `must be positive and less than ${max}`)];
}

function serviceProblems(spec: APIService['spec']): Problems {
  const { service, caBundle, insecureSkipTLSVerify } = spec ?? {};
  if (service === undefined) {
    return [
      ...(caBundle === undefined
        ? []
        : [fieldError.invalid('spec.caBundle', '<bundle>', 'local APIServices may not have a caBundle')]),
      ...(insecureSkipTLSVerify === true
        ? [
            fieldError.invalid(
              'spec.insecureSkipTLSVerify',
              true,
              'local APIServices may not have insecureSkipTLSVerify',
            ),
          ]
        : []),
    ];
  }
  return [
    ...required('spec.service.namespace', service.namespace),
    ...required('spec.service.name', service.name),
    ...portNumber('spec.service.port', service.port),
    ...(insecureSkipTLSVerify === true && caBundle !== undefined
      ? [fieldError.invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present')]
      : []),
  ];
}
