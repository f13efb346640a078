import { toDnsLabel } from '@kubemin/model';
import { composeMessages, convertMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';
import { readMount } from './mount.ts';
import type { ComposeProject } from './project.ts';

/** How services use one named volume. */
export type NamedVolume =
  /** One service has it to itself: its component makes its own claims. */
  | { readonly kind: 'own'; readonly name: string }
  /** Several services share it: one claim by name. */
  | { readonly kind: 'shared'; readonly name: string }
  /** It exists already. */
  | { readonly kind: 'external'; readonly name: string; readonly claimName: string };

/** The named volumes of a Compose file. */
export class ComposeVolumes {
  readonly #volumes: ReadonlyMap<string, NamedVolume>;

  constructor(project: ComposeProject) {
    const users = volumeUsers(project.root.at('services'));
    const declared = project.root.at('volumes');
    this.#volumes = new Map(
      [...users].map(([name, services]) => [
        name,
        bookVolume(name, services, { project, definition: declared.at(name) }),
      ]),
    );
    for (const [name, part] of declared.entries) {
      if (!users.has(name)) part.omit(composeMessages.volumeUnused);
    }
  }

  get(name: string): NamedVolume | undefined {
    return this.#volumes.get(name);
  }
}

function volumeUsers(services: Part): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  for (const [service, part] of services.entries) {
    for (const mount of part.at('volumes').items.map(readMount)) {
      if (mount?.kind !== 'volume') continue;
      users.set(mount.source, (users.get(mount.source) ?? new Set()).add(service));
    }
  }
  return users;
}

function bookVolume(
  name: string,
  services: ReadonlySet<string>,
  { project, definition }: { readonly project: ComposeProject; readonly definition: Part },
): NamedVolume {
  const label = toDnsLabel(name) || 'volume';
  const external = definition.at('external');
  if (external.flag() === true || external.isMap) {
    const claimName = definition.at('name').text() ?? external.at('name').text() ?? name;
    return { kind: 'external', name: label, claimName: toDnsLabel(claimName) };
  }
  definition.at('driver').acceptIf('local');
  if (services.size === 1) return { kind: 'own', name: label };
  definition.note(convertMessages.volume({ name }), composeMessages.volumeShared({ services: [...services] }));
  return { kind: 'shared', name: toDnsLabel(definition.at('name').text() ?? `${project.name}-${name}`) };
}
