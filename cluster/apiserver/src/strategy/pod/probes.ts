import { fieldError } from '@kubemin/kubeapi';
import type { Container, HTTPGetAction, Lifecycle, LifecycleHandler, Probe } from '@kubemin/kubeapi/types/core.v1';
import { each, nonNegative, oneOf, type Problems, portNumber, required } from '../field-checks.ts';
import { portReference } from '../port-names.ts';

const SCHEMES = ['HTTP', 'HTTPS'];
const HEADER = /^[-A-Za-z0-9]+$/;
const HEADER_RULE =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

/** Probes and lifecycle hooks of a container. */
export function containerHooks(container: Container, path: string): Problems {
  const { lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  return [
    ...(lifecycle === undefined ? [] : lifecycleProblems(lifecycle, `${path}.lifecycle`)),
    ...(livenessProbe === undefined ? [] : probe(livenessProbe, `${path}.livenessProbe`, 'once')),
    ...(readinessProbe === undefined ? [] : readiness(readinessProbe, `${path}.readinessProbe`)),
    ...(startupProbe === undefined ? [] : probe(startupProbe, `${path}.startupProbe`, 'once')),
  ];
}

function readiness(given: Probe, path: string): Problems {
  const { terminationGracePeriodSeconds: grace } = given;
  const { terminationGracePeriodSeconds: _, ...rest } = given;
  return [
    ...probe(rest, path, 'any'),
    ...(grace === undefined
      ? []
      : [fieldError.invalid(`${path}.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes')]),
  ];
}

/** Probes that restart a container believe the first success. */
function probe(given: Probe, path: string, successes: 'once' | 'any'): Problems {
  const { successThreshold, terminationGracePeriodSeconds: grace } = given;
  return [
    ...handler(given, path),
    ...nonNegative(`${path}.initialDelaySeconds`, given.initialDelaySeconds),
    ...nonNegative(`${path}.timeoutSeconds`, given.timeoutSeconds),
    ...nonNegative(`${path}.periodSeconds`, given.periodSeconds),
    ...nonNegative(`${path}.successThreshold`, successThreshold),
    ...nonNegative(`${path}.failureThreshold`, given.failureThreshold),
    ...(grace !== undefined && grace <= 0
      ? [fieldError.invalid(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than 0')]
      : []),
    ...(successes === 'once' && successThreshold !== undefined && successThreshold !== 1
      ? [fieldError.invalid(`${path}.successThreshold`, successThreshold, 'must be 1')]
      : []),
  ];
}

function lifecycleProblems({ postStart, preStop }: Lifecycle, path: string): Problems {
  return [
    ...(postStart === undefined ? [] : handler(postStart, `${path}.postStart`)),
    ...(preStop === undefined ? [] : handler(preStop, `${path}.preStop`)),
  ];
}

function handler(given: Probe & LifecycleHandler, path: string): Problems {
  const { exec, grpc, httpGet, sleep, tcpSocket } = given;
  const kinds = Object.entries({ exec, httpGet, tcpSocket, grpc, sleep }).filter(([, action]) => action !== undefined);
  if (kinds.length === 0) return [fieldError.required(path, 'must specify a handler type')];
  return [
    ...kinds
      .slice(1)
      .map(([kind]) => fieldError.forbidden(`${path}.${kind}`, 'may not specify more than 1 handler type')),
    ...(exec !== undefined && (exec.command?.length ?? 0) === 0 ? [fieldError.required(`${path}.exec.command`)] : []),
    ...(httpGet === undefined ? [] : httpGetProblems(httpGet, `${path}.httpGet`)),
    ...(tcpSocket === undefined ? [] : portReference(`${path}.tcpSocket.port`, tcpSocket.port)),
    ...(grpc === undefined ? [] : portNumber(`${path}.grpc.port`, grpc.port)),
  ];
}

function httpGetProblems({ path: url, port, scheme, httpHeaders }: HTTPGetAction, path: string): Problems {
  return [
    ...required(`${path}.path`, url),
    ...portReference(`${path}.port`, port),
    ...oneOf(`${path}.scheme`, scheme, SCHEMES),
    ...each(httpHeaders, `${path}.httpHeaders`, ({ name }, at) =>
      HEADER.test(name) ? [] : [fieldError.invalid(`${at}.name`, name, HEADER_RULE)],
    ),
  ];
}
