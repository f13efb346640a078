import { isLabelValue, isQualifiedName } from '@kubemin/kubeapi';
import { composeMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { ComponentInput } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { ComposeVolumes } from './compose-volumes.ts';
import type { DataSources } from './data-sources.ts';
import { literal, readEnvironment } from './environment.ts';
import { readHealthcheck } from './healthcheck.ts';
import { knownPorts } from './known-ports.ts';
import { readPolicies } from './policies.ts';
import { readPorts, type ServicePorts } from './ports.ts';
import type { ComposeProject } from './project.ts';
import { readResources } from './resources.ts';
import { readServiceType } from './service-type.ts';
import { omitUnsupported } from './unsupported.ts';
import { readVolumes } from './volumes.ts';

/** What a service is read with. */
export interface ServiceContext {
  readonly project: ComposeProject;
  readonly volumes: ComposeVolumes;
  readonly configs: DataSources;
  readonly secrets: DataSources;
  /** Services this one waits for. */
  readonly dependsOn: readonly string[];
  /** Whether others wait for this one, and so probably talk to it. */
  readonly isNeeded: boolean;
  /** Whether others wait for this one to end. */
  readonly isAwaited: boolean;
}

/** A service of a Compose file as a component. */
export function readService(name: string, service: Part, context: ServiceContext): ComponentInput {
  const { project } = context;
  const component = project.component(name) ?? name;
  const image = service.at('image').text() ?? `${project.name}-${component}:latest`;
  const replicas = readReplicas(service);
  const { storage, ownsData } = readVolumes(service, { volumes: context.volumes, replicas: replicas ?? 1 });
  const files = [...context.configs.mounts(service), ...context.secrets.mounts(service)];
  omitUnsupported(service, { name: component, image });
  const { ports, trait } = servicePorts(name, image, { service, isNeeded: context.isNeeded && !context.isAwaited });
  const { type, properties } = readServiceType(service, {
    ownsData,
    hasPorts: ports.length > 0 || trait !== undefined,
    isNeeded: context.isNeeded,
    isAwaited: context.isAwaited,
  });
  return {
    name: component,
    type,
    image,
    ...filled({
      replicas,
      properties: filled({
        ports,
        env: readEnvironment(service, project),
        command: readCommand(service.at('entrypoint')),
        args: readCommand(service.at('command')),
        ...readLabels(service.at('labels')),
        ...properties,
      }),
      traits: filled({
        storage: [...storage, ...files],
        resources: readResources(service),
        probes: readHealthcheck(service),
        service: trait,
        ...readPolicies(service),
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
  const [count] = counts;
  return count === undefined || count === 1 ? undefined : count;
}

interface Reachability {
  readonly service: Part;
  readonly isNeeded: boolean;
}

function servicePorts(name: string, image: string, { service, isNeeded }: Reachability): ServicePorts {
  const given = readPorts(service);
  if (given.ports.length > 0 || given.trait !== undefined) return given;
  const known = knownPorts(image);
  if (known.length > 0) {
    const list = known.join(', ');
    service.note('ports', composeMessages.knownPorts({ ports: list }));
  } else if (isNeeded) {
    service.note('ports', composeMessages.noPorts({ name }));
  }
  return { ports: known.map((port) => ({ port })) };
}

type Labels = Readonly<Record<string, string>>;

/** Labels of a service. Those Kubernetes would not take as labels, such as rules of a proxy, become annotations. */
function readLabels(part: Part): { readonly labels: Labels; readonly annotations: Labels } {
  const labels: [string, string][] = [];
  const annotations: [string, string][] = [];
  const add = (key: string, value: string, place: Part) => {
    if (!isQualifiedName(key)) place.omit(composeMessages.labelKey({ key }));
    else (isLabelValue(value) ? labels : annotations).push([key, value]);
  };
  for (const [key, place] of part.entries) add(key, place.text() ?? '', place);
  for (const place of part.items) {
    const [key = '', ...value] = (place.text() ?? '').split('=');
    add(key, value.join('='), place);
  }
  return { labels: Object.fromEntries(labels), annotations: Object.fromEntries(annotations) };
}

const WORD_PIECE = /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|(\s+)|([^\s'"\\]+|[\s\S])/g;

/** Splits a command line into words as a shell would: quotes group, backslashes escape, nothing is expanded. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, escaped, single, double, space, plain] of line.matchAll(WORD_PIECE)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (escaped ?? single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? plain ?? '');
    }
  }
  return word === undefined ? words : [...words, word];
}
