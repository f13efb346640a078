import { toDnsLabel } from '@kubemin/model';
import { convertMessages, minik8sMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';

/** `metaData` with `nameSpace` → `metadata` with `namespace`. */
export function nativeMetadata(object: Part): Part {
  const metadata = findField(object, 'metadata');
  return metadata.asMap({
    name: dnsLabel(findField(metadata, 'name')),
    namespace: dnsLabel(findField(metadata, 'namespace')),
    labels: findField(metadata, 'labels'),
    annotations: findField(metadata, 'annotations'),
    uid: findField(metadata, 'uuid'),
  });
}

/** Names may have capitals there; what has them is lower-cased and listed. */
export function dnsLabel(name: Part): Part {
  const text = name.peek();
  const label = toDnsLabel(text ?? '');
  if (text === undefined || label === text) return name;
  name.note(convertMessages.name({ name: text }), minik8sMessages.renamed({ name: label }));
  return name.as(label);
}

/** The entry of a map under one of several names in any capitals, as Minik8s itself matches them. */
export function findField(part: Part, ...names: readonly string[]): Part {
  const wanted = names.map((name) => name.toLowerCase());
  const found = part.entries.find(([key]) => wanted.includes(key.toLowerCase()));
  return found?.[1] ?? part.at(names[0] ?? '');
}

/** Goes down several fields. */
export function fieldAt(part: Part, ...names: readonly string[]): Part {
  return names.reduce((at, name) => findField(at, name), part);
}
