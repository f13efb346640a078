import { convertMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { type ContainerContext, type ContainerInput, readContainer } from './container.ts';
import { readImagePull } from './image-pull.ts';
import type { ManifestNames } from './manifest-names.ts';
import type { ManifestSet } from './manifest-set.ts';
import { PodVolumes } from './pod-volumes.ts';
import { readRbac } from './rbac.ts';
import { readScheduling } from './scheduling.ts';
import { readContainerSecurity, readPodSecurity } from './security.ts';
import { readTermination } from './termination.ts';

/** A pod in the words of the model. */
export interface PodInput {
  readonly main: ContainerInput;
  /** The main container itself, for its ports. */
  readonly container: Part;
  readonly traits: TraitsInput;
}

/** What pods are read with. */
export interface PodContext {
  readonly set: ManifestSet;
  readonly names: ManifestNames;
  /** The component the pod becomes. */
  readonly component: string;
  readonly namespace: string | undefined;
  /** Names the main container may have, the likeliest first. */
  readonly mainNames: readonly string[];
  readonly claimTemplates: Part;
}

const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  dnsPolicy: ['ClusterFirst'],
  schedulerName: ['default-scheduler'],
  enableServiceLinks: ['false'],
};
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Reads a pod; undefined for one without containers. */
export function readPod(template: Part, context: PodContext): PodInput | undefined {
  const spec = template.at('spec');
  const containers = spec.at('containers').items;
  const container = mainContainer(template, context.mainNames);
  if (container === undefined) return undefined;
  const volumes = new PodVolumes(spec, context.claimTemplates, context);
  const reading = { volumes, names: context.names };
  for (const [key, values] of Object.entries(DEFAULTS)) spec.at(key).acceptIf(...values);
  takeMainName(container, context.component);
  const main = readContainer(container, reading);
  const before = spec.at('initContainers').items;
  const beside = containers.filter((part) => part !== container);
  return {
    main,
    container,
    traits: {
      ...main.traits,
      ...filled({
        imagePull: readImagePull(spec, main.traits.imagePull),
        securityContext: readPodSecurity(spec, container),
        termination: readTermination(spec, main.traits.termination),
        scheduling: readScheduling(template),
        rbac: readRbac(spec, context),
        init: before.filter((part) => !staysBeside(part)).map((part) => initEntry(part, reading)),
        sidecar: [...before.filter(staysBeside), ...beside].map((part) => sidecarEntry(part, reading)),
      }),
    },
  };
}

/** An init container that is never waited for to end. */
function staysBeside(container: Part): boolean {
  return container.at('restartPolicy').peek() === 'Always';
}

function mainContainer(template: Part, names: readonly string[]): Part | undefined {
  const containers = template.at('spec', 'containers').items;
  const wanted = [template.at('metadata', 'annotations', DEFAULT_CONTAINER).peek(), ...names];
  for (const name of wanted) {
    const found = containers.find((part) => name !== undefined && part.at('name').peek() === name);
    if (found !== undefined) return found;
  }
  return containers[0];
}

function takeMainName(container: Part, component: string): void {
  const name = container.at('name').text();
  if (name === undefined || name === component) return;
  container.at('name').note(convertMessages.containerName({ name }), convertMessages.namedLikeComponent({ component }));
}

/** An init container, as the trait lists it. */
function initEntry(container: Part, context: ContainerContext) {
  const { name, traits, ...properties } = sidecarEntry(container, context);
  return { name, properties, ...filled({ traits }) };
}

/** A container beside the main one, as the trait lists it. */
function sidecarEntry(container: Part, context: ContainerContext) {
  const { traits, ...properties } = readContainer(container, context);
  container.at('restartPolicy').acceptIf('Always');
  const security = filled({ securityContext: readContainerSecurity(container) });
  return { name: container.at('name').text() ?? '', ...properties, traits: { ...traits, ...security } };
}
