import { filled } from '../filled.ts';
import type { ComponentInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { DataSources } from './data-sources.ts';
import { literal, readEnvironment } from './environment.ts';
import { readHealthcheck } from './healthcheck.ts';
import { knownPorts } from './known-ports.ts';
import { readLabels } from './labels.ts';
import { type PortInput, readPorts } from './ports.ts';
import type { ComposeProject } from './project.ts';
import { readResources } from './resources.ts';
import { shellWords } from './shell-words.ts';
import { omitUnsupported } from './unsupported.ts';
import type { VolumeBook } from './volume-book.ts';
import { readVolumes } from './volumes.ts';

/** What a service is read with. */
export interface ServiceContext {
  readonly project: ComposeProject;
  readonly volumes: VolumeBook;
  readonly configs: DataSources;
  readonly secrets: DataSources;
  /** Services this one waits for. */
  readonly dependsOn: readonly string[];
  /** Whether others wait for this one, and so probably talk to it. */
  readonly isNeeded: boolean;
}

/** A service of a Compose file as a component: a store where it has data of its own, else a web service. */
export function readService(name: string, service: Part, context: ServiceContext): ComponentInput {
  const { project } = context;
  const component = project.component(name) ?? name;
  const image = service.at('image').text() ?? `${project.name}-${component}:latest`;
  const { storage, ownsData } = readVolumes(service, context.volumes);
  const files = [...context.configs.mounts(service), ...context.secrets.mounts(service)];
  omitUnsupported(service);
  readRestart(service);
  return {
    name: component,
    type: ownsData ? 'store' : 'webservice',
    image,
    ...filled({
      replicas: readReplicas(service),
      properties: filled({
        ports: portsOf(name, image, { service, isNeeded: context.isNeeded }),
        env: readEnvironment(service, project),
        command: readCommand(service.at('entrypoint')),
        args: readCommand(service.at('command')),
        ...readLabels(service.at('labels')),
      }),
      traits: filled({
        storage: [...storage, ...files],
        resources: readResources(service),
        probes: readHealthcheck(service),
      }),
      dependsOn: context.dependsOn.flatMap((dependency) => project.component(dependency) ?? []),
    }),
  };
}

function readCommand(part: Part): readonly string[] {
  const words = part.isScalar ? shellWords(part.text() ?? '') : part.texts();
  return words.map(literal);
}

function readReplicas(service: Part): number | undefined {
  const places = [service.at('deploy', 'replicas'), service.at('scale')];
  const counts = places.flatMap((place) => place.number() ?? []);
  service.at('deploy', 'mode').acceptIf('replicated');
  const [count] = counts;
  return count === undefined || count === 1 ? undefined : count;
}

const ALWAYS = 'The containers of this component are always started again when they end.';

function readRestart(service: Part): void {
  for (const place of [service.at('restart'), service.at('deploy', 'restart_policy', 'condition')]) {
    place.acceptIf('always', 'unless-stopped', 'any');
    if (place.present && !place.isCarried) place.omit(ALWAYS);
  }
}

interface Reachability {
  readonly service: Part;
  readonly isNeeded: boolean;
}

function portsOf(name: string, image: string, { service, isNeeded }: Reachability): readonly PortInput[] {
  const given = readPorts(service);
  if (given.length > 0) return given;
  const known = knownPorts(image);
  if (known.length > 0) {
    const list = known.join(', ');
    service.note('ports', `None are given; ${list} was taken, as the image is known to listen there.`);
  } else if (isNeeded) {
    service.note('ports', `None are given, so nobody can reach "${name}" by its name. Add the ports it listens on.`);
  }
  return known.map((port) => ({ port }));
}
