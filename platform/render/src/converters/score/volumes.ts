import { toDnsLabel } from '@kubemin/model';
import { filled } from '../filled.ts';
import type { TraitEntry } from '../imported.ts';
import type { Part } from '../source/part.ts';

/** The volumes of a container: a list, or a map by target as newer files write it. Each names a resource. */
export function readVolumes(volumes: Part, resources: Part): readonly TraitEntry<'storage'>[] {
  const entries = [
    ...volumes.items.map((part) => ({ part, target: part.at('target').text() })),
    ...volumes.entries.map(([target, part]) => ({ part, target })),
  ];
  return entries.flatMap(({ part, target }) => {
    const source = part.at('source').peek() ?? '';
    const resource = /^\$\{resources\.([^.}]+)\}$/.exec(source)?.[1] ?? source;
    if (target === undefined || toDnsLabel(resource) === '') {
      part.omit('A volume has a target and names a resource.');
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
