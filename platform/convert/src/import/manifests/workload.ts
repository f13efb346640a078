import { ownEntry } from '@kubemin/base';
import { convertMessages, manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { AllPropertiesInput, ComponentInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type Manifest, readAnnotations, readLabels, takeIdentity } from './manifest.ts';
import type { ManifestNames } from './manifest-names.ts';
import type { ManifestSet } from './manifest-set.ts';
import { readPod } from './pod.ts';
import { workloadServices } from './selection.ts';
import { readServices } from './services.ts';
import { readShare } from './share.ts';
import { findPodTemplate } from './workload-kinds.ts';
import { type WorkloadInput, workloadReaders } from './workload-readers.ts';

/** What workloads are read with. */
export interface WorkloadContext {
  readonly set: ManifestSet;
  readonly names: ManifestNames;
}

/** A workload with its Services and claims as a component; undefined for one that runs nothing. */
export function readWorkload(manifest: Manifest, { set, names }: WorkloadContext): ComponentInput | undefined {
  const component = names.componentName(manifest);
  const { part, kind, name } = manifest;
  const template = findPodTemplate(manifest);
  const pod = readPod(template, {
    set,
    names,
    component,
    namespace: manifest.namespace,
    mainNames: [component, name],
    claimTemplates: part.at('spec', 'volumeClaimTemplates'),
  });
  if (pod === undefined) {
    part.omit(convertMessages.noContainers, `${kind} ${name}`);
    return undefined;
  }
  takeIdentity(manifest);
  const services = readServices(workloadServices(manifest, set), {
    component,
    container: pod.container,
    containerPorts: readContainerPorts(pod.container),
    headless: kind === 'StatefulSet' ? part.at('spec', 'serviceName').text() : undefined,
  });
  const workload: WorkloadInput = ownEntry(workloadReaders, kind)?.(part, template) ?? { type: 'worker' };
  const isServed = services.ports.some(({ expose }) => expose !== false) || services.trait !== undefined;
  const { image, command, args, env } = pod.main;
  const properties: AllPropertiesInput = {
    ...filled({ ports: services.ports, command, args, env, ...readDecoration(part, template) }),
    ...workload.properties,
  };
  return {
    name: component,
    type: workload.type === 'worker' && isServed ? 'webservice' : workload.type,
    image,
    ...filled({
      replicas: workload.replicas === 1 ? undefined : workload.replicas,
      properties,
      traits: { ...pod.traits, ...filled({ service: services.trait, share: readShare(manifest.labels) }) },
    }),
  };
}

/** Labels and annotations of the workload and of its pods: a component gives both the same. */
function readDecoration(part: Part, template: Part): Pick<AllPropertiesInput, 'labels' | 'annotations'> {
  const places = part === template ? [part.at('metadata')] : [part.at('metadata'), template.at('metadata')];
  template.at('metadata', 'creationTimestamp').accept();
  for (const metadata of places) {
    for (const key of ['labels', 'annotations']) noteOverridden(metadata.at(key), template.at('metadata', key));
  }
  return {
    labels: Object.assign({}, ...places.map(readLabels)),
    annotations: Object.assign({}, ...places.map(readAnnotations)),
  };
}

function noteOverridden(given: Part, winning: Part): void {
  for (const [key, value] of given.entries) {
    const winner = winning.at(key).peek();
    if (winner === undefined || winner === value.peek()) continue;
    value.note(`${key}: ${value.peek()}`, manifestsMessages.podLabel({ value: winner }));
  }
}

/** Reads the ports a container listens on; those of the host and those that are not TCP stay behind. */
function readContainerPorts(container: Part): readonly number[] {
  const ports = new Set<number>();
  for (const part of container.at('ports').items) {
    const protocol = part.at('protocol').peek() ?? 'TCP';
    if (protocol !== 'TCP') {
      part.omit(manifestsMessages.protocol({ protocol }));
      continue;
    }
    part.at('protocol').accept();
    const port = part.at('containerPort').number();
    if (port !== undefined) ports.add(port);
    const name = part.at('name').text();
    if (name !== undefined) {
      part.at('name').note(manifestsMessages.portName({ name }), manifestsMessages.portNames);
    }
  }
  return [...ports];
}
