import type { Pod, Service, ServicePort } from '@kubemin/kubeapi/types/core.v1';

type Variable = readonly [name: string, value: string];

/**
 * Where services are, as programs in the pod look for it: the API server, and the services of its namespace unless it does
 * not want them (`enableServiceLinks`). Those without an address of their own are left out.
 */
export function serviceVariables(
  { metadata, spec }: Pod,
  api: Service | undefined,
  services: (namespace: string) => Iterable<Service>,
): readonly Variable[] {
  const linked = spec?.enableServiceLinks === false ? [] : services(metadata.namespace ?? '');
  const all = [...(api === undefined ? [] : [api]), ...linked];
  return all.flatMap(variablesOfService);
}

function variablesOfService({ metadata, spec }: Service): readonly Variable[] {
  const { clusterIP: host, ports = [] } = spec ?? {};
  const [first] = ports;
  if (host === undefined || host === '' || host === 'None' || first === undefined) return [];
  const name = toVariableName(metadata.name ?? '');
  return [
    [`${name}_SERVICE_HOST`, host],
    [`${name}_SERVICE_PORT`, String(first.port)],
    ...ports.flatMap(({ name: port = '', port: number }): readonly Variable[] =>
      port === '' ? [] : [[`${name}_SERVICE_PORT_${toVariableName(port)}`, String(number)]],
    ),
    [`${name}_PORT`, portUrl(host, first)],
    ...ports.flatMap((port) => linkVariables(name, host, port)),
  ];
}

/** As links between containers of Docker were described. */
function linkVariables(name: string, host: string, port: ServicePort): readonly Variable[] {
  const { protocol = 'TCP', port: number } = port;
  const prefix = `${name}_PORT_${number}_${protocol}`;
  return [
    [prefix, portUrl(host, port)],
    [`${prefix}_PROTO`, protocol.toLowerCase()],
    [`${prefix}_PORT`, String(number)],
    [`${prefix}_ADDR`, host],
  ];
}

function portUrl(host: string, { protocol = 'TCP', port }: ServicePort): string {
  return `${protocol.toLowerCase()}://${host}:${port}`;
}

function toVariableName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}
