import type {
  Container,
  ContainerPort,
  DownwardAPIVolumeFile,
  EphemeralContainer,
  PodSpec,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  Volume,
  VolumeProjection,
} from '@kubemin/kubeapi/types/core.v1';

const FILE_MODE = 0o644;
const TOKEN_SECONDS = 3600;

/** The pod spec with everything a kubelet and the controllers expect to find; shared by pods and all templates. */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  return {
    ...spec,
    containers: spec.containers.map((container) => defaultContainer(container, spec)),
    ...(spec.initContainers && {
      initContainers: spec.initContainers.map((container) => defaultContainer(container, spec)),
    }),
    ...(spec.ephemeralContainers && {
      ephemeralContainers: spec.ephemeralContainers.map((container) => defaultContainer(container, spec)),
    }),
    ...(spec.volumes && { volumes: spec.volumes.map(defaultVolume) }),
    ...(account !== undefined && { serviceAccountName: account, serviceAccount: account }),
    restartPolicy: spec.restartPolicy ?? 'Always',
    dnsPolicy: spec.dnsPolicy ?? 'ClusterFirst',
    schedulerName: spec.schedulerName ?? 'default-scheduler',
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    securityContext: spec.securityContext ?? {},
  };
}

/** The template of a workload with its pod spec defaulted. */
export function defaultPodTemplate(template: PodTemplateSpec): PodTemplateSpec {
  return template.spec === undefined ? template : { ...template, spec: defaultPodSpec(template.spec) };
}

function defaultContainer<C extends Container | EphemeralContainer>(container: C, spec: PodSpec): C {
  return {
    ...container,
    ...(container.ports && { ports: container.ports.map((port) => defaultPort(port, spec)) }),
    ...(container.livenessProbe && { livenessProbe: defaultProbe(container.livenessProbe) }),
    ...(container.readinessProbe && { readinessProbe: defaultProbe(container.readinessProbe) }),
    ...(container.startupProbe && { startupProbe: defaultProbe(container.startupProbe) }),
    ...(container.env && {
      env: container.env.map((variable) =>
        variable.valueFrom?.fieldRef === undefined
          ? variable
          : {
              ...variable,
              valueFrom: {
                ...variable.valueFrom,
                fieldRef: {
                  ...variable.valueFrom.fieldRef,
                  apiVersion: variable.valueFrom.fieldRef.apiVersion ?? 'v1',
                },
              },
            },
      ),
    }),
    resources: defaultResources(container.resources ?? {}),
    imagePullPolicy: container.imagePullPolicy ?? pullPolicy(container.image ?? ''),
    terminationMessagePath: container.terminationMessagePath ?? '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy ?? 'File',
  };
}

/** Always for images whose tag is `latest` or missing (and that no digest pins), as those can change under the name. */
function pullPolicy(image: string): string {
  if (image.includes('@')) return 'IfNotPresent';
  const name = image.slice(image.lastIndexOf('/') + 1);
  const tag = name.includes(':') ? name.slice(name.indexOf(':') + 1) : 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function defaultResources(resources: ResourceRequirements): ResourceRequirements {
  if (resources.limits === undefined) return resources;
  return { ...resources, requests: { ...resources.limits, ...resources.requests } };
}

function defaultPort(port: ContainerPort, spec: PodSpec): ContainerPort {
  const hostPort = spec.hostNetwork === true ? (port.hostPort ?? port.containerPort) : port.hostPort;
  return { ...port, protocol: port.protocol ?? 'TCP', ...(hostPort !== undefined && { hostPort }) };
}

function defaultProbe(probe: Probe): Probe {
  return {
    ...probe,
    ...(probe.httpGet && {
      httpGet: { ...probe.httpGet, path: probe.httpGet.path ?? '/', scheme: probe.httpGet.scheme ?? 'HTTP' },
    }),
    timeoutSeconds: probe.timeoutSeconds ?? 1,
    periodSeconds: probe.periodSeconds ?? 10,
    successThreshold: probe.successThreshold ?? 1,
    failureThreshold: probe.failureThreshold ?? 3,
  };
}

function defaultVolume(volume: Volume): Volume {
  const { name, ...source } = volume;
  if (Object.keys(source).length === 0) return { name, emptyDir: {} };
  return {
    ...volume,
    ...(volume.secret && { secret: { ...volume.secret, defaultMode: volume.secret.defaultMode ?? FILE_MODE } }),
    ...(volume.configMap && {
      configMap: { ...volume.configMap, defaultMode: volume.configMap.defaultMode ?? FILE_MODE },
    }),
    ...(volume.downwardAPI && {
      downwardAPI: {
        ...defaultFields(volume.downwardAPI),
        defaultMode: volume.downwardAPI.defaultMode ?? FILE_MODE,
      },
    }),
    ...(volume.projected && {
      projected: {
        ...volume.projected,
        ...(volume.projected.sources && { sources: volume.projected.sources.map(defaultProjection) }),
        defaultMode: volume.projected.defaultMode ?? FILE_MODE,
      },
    }),
    ...(volume.hostPath && { hostPath: { ...volume.hostPath, type: volume.hostPath.type ?? '' } }),
  };
}

function defaultProjection(source: VolumeProjection): VolumeProjection {
  const { downwardAPI, serviceAccountToken: token } = source;
  return {
    ...source,
    ...(downwardAPI && { downwardAPI: defaultFields(downwardAPI) }),
    ...(token && { serviceAccountToken: { ...token, expirationSeconds: token.expirationSeconds ?? TOKEN_SECONDS } }),
  };
}

function defaultFields<S extends { readonly items?: readonly DownwardAPIVolumeFile[] }>(source: S): S {
  if (source.items === undefined) return source;
  const items = source.items.map((item) => ({
    ...item,
    ...(item.fieldRef && { fieldRef: { ...item.fieldRef, apiVersion: item.fieldRef.apiVersion ?? 'v1' } }),
  }));
  return { ...source, items };
}
