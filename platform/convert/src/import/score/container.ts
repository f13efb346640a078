import { toDnsLabel } from '@kubemin/model';
import { scoreMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitEntry, TraitsInput } from '../imported.ts';
import { readProbes } from '../manifests/container-probes.ts';
import { readResources } from '../manifests/container-resources.ts';
import type { Part } from '../source/part.ts';
import type { ContainerFiles } from './files.ts';
import type { Placeholders } from './placeholders.ts';

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
  part.omit(scoreMessages.build({ image: fallback }));
  return fallback;
}

/** The volumes of a container: a list, or a map by target as newer files write it. Each names a resource. */
function readVolumes(volumes: Part, resources: Part): readonly TraitEntry<'storage'>[] {
  const entries = [
    ...volumes.items.map((part) => ({ part, target: part.at('target').text() })),
    ...volumes.entries.map(([target, part]) => ({ part, target })),
  ];
  return entries.flatMap(({ part, target }) => {
    const source = part.at('source').peek() ?? '';
    const resource = /^\$\{resources\.([^.}]+)\}$/.exec(source)?.[1] ?? source;
    if (target === undefined || toDnsLabel(resource) === '') {
      part.omit(scoreMessages.volume);
      return [];
    }
    part.at('source').accept();
    const definition = resources.at(resource);
    if (definition.at('type').peek() === 'volume') definition.at('type').accept();
    const readOnly = part.at('readOnly').flag() ?? part.at('read_only').flag();
    return [
      {
        name: toDnsLabel(resource),
        type: 'persistent',
        tmpCreate: true,
        mountPath: target,
        ...filled({ subPath: part.at('path').text(), size: definition.at('params', 'size').text() }),
        ...(readOnly === true ? { readOnly } : {}),
      },
    ];
  });
}
