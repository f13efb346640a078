import { toDnsLabel } from '@kubemin/model';
import { composeMessages } from '../../messages/index.ts';
import type { ComponentInput, TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { ComposeProject } from './project.ts';

type DataType = 'config' | 'secret';

interface DataSource {
  /** The component, or the object in the cluster, that has the data. */
  readonly name: string;
  /** The key its content stands under. */
  readonly key: string;
}

const PLACES: Readonly<Record<DataType, (name: string) => string>> = {
  config: (name) => `/${name}`,
  secret: (name) => `/run/secrets/${name}`,
};

/** The top-level `configs` or `secrets` of a Compose file: each a component of its own, where its content is known. */
export class DataSources {
  readonly #type: DataType;
  readonly #sources = new Map<string, DataSource>();
  readonly components: readonly ComponentInput[];

  constructor(type: DataType, project: ComposeProject) {
    this.#type = type;
    this.components = project.root.at(`${type}s`).entries.flatMap(([name, part]) => this.#define(name, part, project));
  }

  /** The mounts of the configs or secrets a service uses: one file each. */
  mounts(service: Part): readonly TraitEntry<'storage'>[] {
    return service.at(`${this.#type}s`).items.flatMap((part) => {
      const reference = part.isScalar ? part : part.at('source');
      const wanted = reference.text() ?? '';
      const source = this.#sources.get(wanted);
      if (source === undefined) {
        part.omit(composeMessages.notDefined({ type: this.#type, name: wanted }));
        return [];
      }
      const target = part.at('target').text() ?? wanted;
      part.at('mode').omit(composeMessages.fileMode);
      const mountPath = target.startsWith('/') ? target : PLACES[this.#type](target);
      return [{ name: source.name, type: this.#type, sourceName: source.name, mountPath, subPath: source.key }];
    });
  }

  #define(name: string, part: Part, project: ComposeProject): readonly ComponentInput[] {
    const key = name.replaceAll(/[^-._a-zA-Z0-9]/g, '-');
    if (part.at('external').flag() === true) {
      this.#sources.set(name, { name: toDnsLabel(part.at('name').text() ?? name), key });
      return [];
    }
    const component = project.names.claim(name, this.#type);
    this.#sources.set(name, { name: component, key });
    const content = readContent(part, project);
    if (content === undefined) {
      const why = composeMessages.contentNotGiven({ type: this.#type, component, key });
      part.omit(why);
      return [];
    }
    const data = { [key]: content };
    const properties = this.#type === 'config' ? { conf: data } : { secret: data };
    return [{ name: component, type: this.#type, properties }];
  }
}

function readContent(part: Part, project: ComposeProject): string | undefined {
  const inline = part.at('content').text();
  if (inline !== undefined) return inline;
  const variable = part.at('environment');
  const file = part.at('file');
  const fromVariable = variable.present ? project.variable(variable.peek() ?? '') : undefined;
  const fromFile = file.present ? project.file(file.peek()) : undefined;
  if (fromVariable !== undefined) variable.accept();
  if (fromFile !== undefined) file.accept();
  return fromVariable ?? fromFile;
}
