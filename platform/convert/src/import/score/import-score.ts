import { toDnsLabel } from '@kubemin/model';
import { convertMessages, scoreMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { ComponentInput, Imported, ImportOptions, TraitEntry, TraitsInput } from '../imported.ts';
import { ImportError } from '../source/import-error.ts';
import type { Part } from '../source/part.ts';
import { readSource } from '../source/source.ts';
import { UniqueNames } from '../unique-names.ts';
import { validated } from '../validated.ts';
import { readContainer } from './container.ts';
import { ContainerFiles } from './files.ts';
import { Placeholders, secretName } from './placeholders.ts';

const UNREAD = convertMessages.nothingSimilar;

/** Score (score.dev/v1b1) → an application with one component per workload of the text. */
export function importScore(text: string, options: ImportOptions = {}): Imported {
  const { documents, root, record } = readSource(text);
  const workloads = documents.filter((document) => /^score\.dev\//.test(document.at('apiVersion').peek() ?? ''));
  if (workloads.length === 0) {
    throw new ImportError(scoreMessages.notScore, {
      code: 'IMPORT_UNKNOWN_FORMAT',
    });
  }
  const names = new UniqueNames();
  const named = workloads.map((workload) => ({ workload, name: readName(workload.at('metadata', 'name'), names) }));
  const component = named.flatMap(({ workload, name }) => readWorkload(name, workload, { names, options }));
  const name = new UniqueNames().claim(toDnsLabel(options.name ?? named[0]?.name ?? ''), 'app');
  return validated({ name, component }, record.settle(root, UNREAD), options);
}

function readName(part: Part, names: UniqueNames): string {
  const wanted = part.text() ?? 'app';
  const name = names.claim(wanted, 'app');
  if (name !== wanted) part.note(convertMessages.name({ name: wanted }), scoreMessages.renamed({ name }));
  return name;
}

interface WorkloadContext {
  readonly names: UniqueNames;
  readonly options: ImportOptions;
}

function readWorkload(name: string, workload: Part, { names, options }: WorkloadContext): readonly ComponentInput[] {
  workload.at('apiVersion').acceptIf('score.dev/v1b1');
  const resources = workload.at('resources');
  const placeholders = new Placeholders({
    metadata: workload.at('metadata'),
    resources,
    variables: options.variables ?? {},
  });
  const files = new ContainerFiles({ names, workload: name, placeholders, beside: options.files ?? {} });
  const [first, ...others] = workload.at('containers').entries.map(([key, part]) => ({
    key,
    part,
    ...readContainer(key, part, { workload: name, resources, placeholders, files }),
  }));
  if (first === undefined) {
    workload.omit(convertMessages.noContainers);
    return [];
  }
  if (first.key !== name) {
    first.part.note(
      convertMessages.containerName({ name: first.key }),
      convertMessages.namedLikeComponent({ component: name }),
    );
  }
  const service = readServicePorts(workload.at('service', 'ports'));
  const sidecar = others.map(({ key, part: _part, ...rest }) => filled({ name: toDnsLabel(key), ...rest }));
  const ingress = readRoutes(resources, { component: name, placeholders });
  omitResources(resources);
  const { image, command, args, env, traits } = first;
  const all: TraitsInput = { ...traits, ...filled({ sidecar, ingress, service: service.trait }) };
  return [
    ...files.components,
    {
      name,
      type: componentType(all.storage ?? [], service.ports.length > 0),
      image,
      ...filled({
        properties: filled({
          ports: service.ports,
          command,
          args,
          env,
          annotations: workload.at('metadata', 'annotations').textMap(),
        }),
        traits: all,
      }),
    },
  ];
}

/** What keeps data is a store; what listens is a web service; what does neither is a worker. */
function componentType(storage: readonly TraitEntry<'storage'>[], listens: boolean): ComponentInput['type'] {
  if (storage.some((volume) => volume.type === 'persistent')) return 'store';
  return listens ? 'webservice' : 'worker';
}

function omitResources(resources: Part): void {
  for (const [name, resource] of resources.entries) {
    const type = resource.at('type');
    if (type.isCarried) continue;
    if (type.peek() === 'environment') {
      type.accept();
      continue;
    }
    const why = scoreMessages.resource({ secret: secretName(name) });
    resource.omit(why, scoreMessages.resourceName({ name, type: type.peek() ?? '' }));
  }
}

interface RouteContext {
  readonly component: string;
  readonly placeholders: Placeholders;
}

/** Resources of type `route` lead from outside to the workload; those of type `dns` only provide names for them. */
function readRoutes(resources: Part, { component, placeholders }: RouteContext): readonly TraitEntry<'ingress'>[] {
  const routes = resources.entries.filter(([, part]) => part.at('type').peek() === 'route');
  return routes.map(([, part]) => {
    part.at('type').accept();
    const params = part.at('params');
    const host = params.at('host').present ? placeholders.text(params.at('host')) : undefined;
    const isName = host !== undefined && /^[a-z0-9*]([a-z0-9.-]*[a-z0-9])?$/.test(host);
    if (host !== undefined && !isName) {
      params.at('host').note(scoreMessages.host({ host }), scoreMessages.everyHost);
    }
    const path = params.at('path').present ? placeholders.text(params.at('path')) : '/';
    const backend = { serviceName: component, ...filled({ servicePort: params.at('port').number() }) };
    return { ...filled({ hosts: isName ? [host] : [] }), routes: [{ path, backend }] };
  });
}

/** The ports of a workload: the container's, and a service trait where the Service has others. */
interface ServicePorts {
  readonly ports: readonly { readonly port: number }[];
  readonly trait?: TraitsInput['service'];
}

/** Reads `service.ports`, a map from names to ports. */
function readServicePorts(ports: Part): ServicePorts {
  const list = ports.entries.flatMap(([name, part]) => {
    const port = part.at('port').number();
    if (port === undefined) return [];
    const protocol = part.at('protocol').peek() === 'UDP' ? ('UDP' as const) : undefined;
    part.at('protocol').acceptIf('TCP', 'UDP');
    const targetPort = part.at('targetPort').number();
    return [filled({ name, port, targetPort, protocol })];
  });
  const targets = list
    .filter(({ protocol }) => protocol === undefined)
    .map(({ port = 0, targetPort = port }) => targetPort);
  return {
    ports: [...new Set(targets)].map((port) => ({ port })),
    ...(list.length === 0 ? {} : { trait: { ports: list } }),
  };
}
