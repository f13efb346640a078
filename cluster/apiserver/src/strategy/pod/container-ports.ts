import { fieldError } from '@kubemin/kubeapi';
import type { ContainerPort } from '@kubemin/kubeapi/types/core.v1';
import { ipAddress } from '../addresses.ts';
import { each, oneOf, type Problems, portNumber, unique } from '../field-checks.ts';
import { portName } from '../port-names.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** The ports of one container. */
export function containerPorts(
  ports: readonly ContainerPort[] | undefined,
  path: string,
  network: { readonly ofHost: boolean },
): Problems {
  return [
    ...each(ports, path, (port, at) => [
      ...portName(`${at}.name`, port.name),
      ...(port.containerPort === 0
        ? [fieldError.required(`${at}.containerPort`)]
        : portNumber(`${at}.containerPort`, port.containerPort)),
      ...portNumber(`${at}.hostPort`, port.hostPort),
      ...hostPortProblems(port, at, network),
      ...oneOf(`${at}.protocol`, port.protocol, PROTOCOLS),
      ...(port.hostIP === undefined ? [] : ipAddress(`${at}.hostIP`, port.hostIP)),
    ]),
    ...unique(
      ports,
      (index) => `${path}[${index}].name`,
      ({ name }) => name,
    ),
  ];
}

function hostPortProblems(port: ContainerPort, path: string, network: { readonly ofHost: boolean }): Problems {
  if (!network.ofHost || port.hostPort === undefined || port.hostPort === port.containerPort) return [];
  return [
    fieldError.invalid(`${path}.hostPort`, port.hostPort, 'must match `containerPort` when `hostNetwork` is true'),
  ];
}
