import { filled } from '../filled.ts';
import type { TraitEntry, TraitsInput } from '../imported.ts';
import { readProbes } from '../manifests/container-probes.ts';
import { readResources } from '../manifests/container-resources.ts';
import type { Part } from '../source/part.ts';
import type { ContainerFiles } from './files.ts';
import type { Placeholders } from './placeholders.ts';
import { readVolumes } from './volumes.ts';

/** One container of a workload in the words of the model. */
export interface ContainerInput {
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly traits: Pick<TraitsInput, 'storage' | 'envs' | 'resources' | 'probes'>;
}

/** What containers are read with. */
export interface ContainerContext {
  readonly workload: string;
  readonly resources: Part;
  readonly placeholders: Placeholders;
  readonly files: ContainerFiles;
}

/** Reads a container. `.` as its image means the one that is being built, which has no name here. */
export function readContainer(name: string, container: Part, context: ContainerContext): ContainerInput {
  const { placeholders, resources, workload } = context;
  const variables = container.at('variables').entries.flatMap(([key, part]) => placeholders.variables(key, part));
  const unique = variables.filter(
    (entry, index) => variables.findIndex((other) => other.name === entry.name) === index,
  );
  const isLiteral = ({ valueFrom }: TraitEntry<'envs'>) => valueFrom?.static !== undefined;
  // Where values are put together from others their order counts, and only the list keeps it.
  const ordered = unique.some((entry) => !isLiteral(entry));
  const env = ordered
    ? {}
    : Object.fromEntries(unique.map(({ name: key = '', valueFrom }) => [key, valueFrom?.static ?? '']));
  return {
    image: readImage(container.at('image'), `${workload}-${name}:latest`),
    ...filled({
      command: container.at('command').items.map((part) => placeholders.text(part)),
      args: container.at('args').items.map((part) => placeholders.text(part)),
      env,
    }),
    traits: filled({
      storage: [...readVolumes(container.at('volumes'), resources), ...context.files.mounts(container.at('files'))],
      envs: ordered ? unique : [],
      resources: readResources(container),
      probes: readProbes(container),
    }),
  };
}

function readImage(part: Part, fallback: string): string {
  if (part.peek() !== '.' && part.present) return part.text() ?? fallback;
  part.omit(`It is built from the sources here. Build and push it, and name it in place of "${fallback}".`);
  return fallback;
}
