import { convertMessages } from '../../messages/index.ts';
import type { ComponentInput, TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';
import type { UniqueNames } from '../unique-names.ts';
import type { Placeholders } from './placeholders.ts';

interface FilesContext {
  readonly names: UniqueNames;
  readonly workload: string;
  readonly placeholders: Placeholders;
  /** Contents of files beside the text. */
  readonly beside: Readonly<Record<string, string>>;
}

/** The files of a workload's containers, gathered in one config component. */
export class ContainerFiles {
  readonly #context: FilesContext;
  readonly #data = new Map<string, string>();
  readonly #component: string;

  constructor(context: FilesContext) {
    this.#context = context;
    this.#component = context.names.claim(`${context.workload}-files`, 'config');
  }

  /** The mounts of one container's files: a list, or a map by target as newer files write it. */
  mounts(files: Part): readonly TraitEntry<'storage'>[] {
    const entries = [
      ...files.items.map((part) => ({ part, target: part.at('target').text() })),
      ...files.entries.map(([target, part]) => ({ part, target })),
    ];
    return entries.flatMap(({ part, target }) => {
      const content = this.#content(part);
      if (content === undefined || target === undefined) {
        part.omit(convertMessages.fileNotGiven);
        return [];
      }
      part.at('mode').acceptIf('0644', '644', '420');
      const key = this.#key(target, content);
      const name = this.#component;
      return [{ name, type: 'config', sourceName: name, mountPath: target, subPath: key }];
    });
  }

  get components(): readonly ComponentInput[] {
    if (this.#data.size === 0) return [];
    return [{ name: this.#component, type: 'config', properties: { conf: Object.fromEntries(this.#data) } }];
  }

  #content(part: Part): string | undefined {
    const inline = part.at('content');
    const keeps = part.at('noExpand').flag() === true;
    if (inline.isScalar) return keeps ? inline.text() : this.#context.placeholders.text(inline);
    if (inline.isList) return inline.texts().join('\n');
    const source = part.at('source');
    const found = Object.entries(this.#context.beside).find(
      ([name]) => unwrapSchema(name) === unwrapSchema(source.peek() ?? ''),
    )?.[1];
    if (found !== undefined) source.accept();
    return found;
  }

  /** Two files of one name in different places need two keys. */
  #key(target: string, content: string): string {
    const stem =
      target
        .split('/')
        .at(-1)
        ?.replaceAll(/[^-._a-zA-Z0-9]/g, '-') || 'file';
    let key = stem;
    for (let count = 2; this.#data.has(key) && this.#data.get(key) !== content; count++) key = `${count}-${stem}`;
    this.#data.set(key, content);
    return key;
  }
}

function unwrapSchema(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}
