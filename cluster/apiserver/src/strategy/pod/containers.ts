import { fieldError } from '@kubemin/kubeapi';
import type { Container, ContainerPort, EphemeralContainer, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { ipAddress } from '../addresses.ts';
import { each, oneOf, type Problems, portNumber, requiredName, unique } from '../field-checks.ts';
import { portName } from '../port-names.ts';
import { environment, environmentFrom } from './environment.ts';
import { containerHooks } from './probes.ts';
import { resourceRequirements } from './resource-requirements.ts';
import { containerSecurity } from './security.ts';
import { volumeDevices, volumeMounts } from './volume-mounts.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['FallbackToLogsOnError', 'File'];

interface Scope {
  readonly spec: PodSpec;
  readonly volumes: ReadonlySet<string>;
  /** Names that earlier containers of any kind have. */
  readonly names: Set<string>;
}

/** All containers of a pod; `volumes` are the names they may mount. */
export function containers(spec: PodSpec, path: string, volumes: ReadonlySet<string>): Problems {
  const scope: Scope = { spec, volumes, names: new Set() };
  // Kubernetes looks at the main containers first; so do people who read the message.
  const main = each(spec.containers, `${path}.containers`, (container, at) => containerProblems(container, at, scope));
  const init = each(spec.initContainers, `${path}.initContainers`, (container, at) => [
    ...containerProblems(container, at, scope),
    ...initProblems(container, at),
  ]);
  const ephemeral = each(spec.ephemeralContainers, `${path}.ephemeralContainers`, (container, at) =>
    ephemeralProblems(container, at, scope),
  );
  return [...main, ...init, ...ephemeral, ...hostPortConflicts(spec, path)];
}

/** The rules for a container that is put beside running ones. */
function ephemeralProblems(container: EphemeralContainer, path: string, scope: Scope): Problems {
  const { targetContainerName: target, ...common } = container;
  const forbidden = ['ports', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const;
  const known = [...scope.spec.containers, ...(scope.spec.initContainers ?? [])].some(({ name }) => name === target);
  return [
    ...containerProblems(common, path, scope),
    ...forbidden
      .filter((field) => container[field] !== undefined)
      .map((field) => fieldError.forbidden(`${path}.${field}`, 'cannot be set for an Ephemeral Container')),
    ...(container.resources?.limits !== undefined || container.resources?.requests !== undefined
      ? [fieldError.forbidden(`${path}.resources`, 'cannot be set for an Ephemeral Container')]
      : []),
    ...(target === undefined || known ? [] : [fieldError.notFound(`${path}.targetContainerName`, target)]),
  ];
}

function containerProblems(container: Container, path: string, { spec, volumes, names }: Scope): Problems {
  const { name, image = '' } = container;
  const taken = names.has(name);
  names.add(name);
  return [
    ...(taken && name !== ''
      ? [fieldError.duplicate(`${path}.name`, name)]
      : requiredName(`${path}.name`, name, 'dns1123Label')),
    ...imageProblems(image, `${path}.image`),
    ...containerHooks(container, path),
    ...oneOf(`${path}.terminationMessagePolicy`, container.terminationMessagePolicy, MESSAGE_POLICIES),
    ...containerPorts(container.ports, `${path}.ports`, { ofHost: spec.hostNetwork === true }),
    ...environment(container.env, `${path}.env`),
    ...environmentFrom(container.envFrom, `${path}.envFrom`),
    ...volumeMounts(container.volumeMounts, `${path}.volumeMounts`, volumes),
    ...volumeDevices(container.volumeDevices, `${path}.volumeDevices`, volumes),
    ...oneOf(`${path}.imagePullPolicy`, container.imagePullPolicy, PULL_POLICIES),
    ...resourceRequirements(container.resources, `${path}.resources`),
    ...containerSecurity(container.securityContext, `${path}.securityContext`),
  ];
}

function imageProblems(image: string, path: string): Problems {
  if (image === '') return [fieldError.required(path)];
  if (image === image.trim()) return [];
  return [fieldError.invalid(path, image, 'must not have leading or trailing whitespace')];
}

/** Init containers end before anything could ask how they are, unless they stay on as sidecars. */
function initProblems(container: Container, path: string): Problems {
  if (container.restartPolicy === 'Always') return [];
  const hooks = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;
  return hooks
    .filter((hook) => container[hook] !== undefined)
    .map((hook) =>
      fieldError.forbidden(`${path}.${hook}`, 'may not be set for init containers without restartPolicy=Always'),
    );
}

/** A port of the node can serve one container only. */
function hostPortConflicts(spec: PodSpec, path: string): Problems {
  const taken = new Set<string>();
  return each(spec.containers, `${path}.containers`, ({ ports }, at) =>
    each(ports, `${at}.ports`, ({ protocol = 'TCP', hostIP = '', hostPort }, place) => {
      if (hostPort === undefined) return [];
      const key = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(key)) return [fieldError.duplicate(`${place}.hostPort`, key)];
      taken.add(key);
      return [];
    }),
  );
}

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** The ports of one container. */
function containerPorts(
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
