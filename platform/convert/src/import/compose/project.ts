import { composeMessages, convertMessages } from '../../messages/index.ts';
import type { ImportOptions } from '../imported.ts';
import type { Part } from '../source/part.ts';
import { UniqueNames } from '../unique-names.ts';

/** What the services of one Compose file share: names, variables, files and top-level definitions. */
export class ComposeProject {
  readonly root: Part;
  readonly name: string;
  readonly names = new UniqueNames();
  readonly #options: ImportOptions;
  readonly #components = new Map<string, string>();

  constructor(root: Part, options: ImportOptions) {
    this.root = root;
    this.#options = options;
    this.name = new UniqueNames().claim(root.at('name').text() ?? options.name ?? 'app', 'app');
    // Services come first: their names are addresses, those of configs are not.
    for (const [service, part] of root.at('services').entries) {
      const component = this.names.claim(service, 'app');
      this.#components.set(service, component);
      if (component === service) continue;
      part.note(convertMessages.name({ name: service }), composeMessages.renamed({ name: component }));
    }
  }

  /** The component a service became. */
  component(service: string): string | undefined {
    return this.#components.get(service);
  }

  variable(name: string): string | undefined {
    const { variables = {} } = this.#options;
    return Object.hasOwn(variables, name) ? variables[name] : undefined;
  }

  file(path: string | undefined): string | undefined {
    const { files = {} } = this.#options;
    const wanted = unwrapSchema(path ?? '');
    return Object.entries(files).find(([name]) => unwrapSchema(name) === wanted)?.[1];
  }
}

function unwrapSchema(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}
