import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { readEnv } from './container-env.ts';
import { readProbes } from './container-probes.ts';
import { readResources } from './container-resources.ts';
import { readPullPolicy } from './image-pull.ts';
import type { ManifestNames } from './manifest-names.ts';
import type { PodVolumes } from './pod-volumes.ts';
import { readPreStop } from './termination.ts';

/** One container in the words of the model. */
export interface ContainerInput {
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly traits: Pick<
    TraitsInput,
    'storage' | 'envs' | 'envFrom' | 'resources' | 'probes' | 'imagePull' | 'termination' | 'securityContext'
  >;
}

/** What containers are read with. */
export interface ContainerContext {
  readonly volumes: PodVolumes;
  readonly names: ManifestNames;
}

/** Reads what every container has, but its name and ports. */
export function readContainer(container: Part, { volumes, names }: ContainerContext): ContainerInput {
  const { env, traits } = readEnv(container, names);
  container.at('terminationMessagePath').acceptIf('/dev/termination-log');
  container.at('terminationMessagePolicy').acceptIf('File');
  return {
    image: container.at('image').text() ?? '',
    ...filled({ command: container.at('command').texts(), args: container.at('args').texts(), env }),
    traits: filled({
      storage: volumes.containerMounts(container),
      ...traits,
      resources: readResources(container),
      probes: readProbes(container),
      imagePull: readPullPolicy(container),
      termination: readPreStop(container),
    }),
  };
}
