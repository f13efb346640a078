import { toDnsLabel } from '@kubemin/model';
import type { Part } from '../source/part.ts';
import { fieldOf } from './field.ts';

/** `metaData` with `nameSpace` → `metadata` with `namespace`. */
export function nativeMetadata(object: Part): Part {
  const metadata = fieldOf(object, 'metadata');
  return metadata.asMap({
    name: dnsLabel(fieldOf(metadata, 'name')),
    namespace: dnsLabel(fieldOf(metadata, 'namespace')),
    labels: fieldOf(metadata, 'labels'),
    annotations: fieldOf(metadata, 'annotations'),
    uid: fieldOf(metadata, 'uuid'),
  });
}

/** Names may have capitals there; what has them is lower-cased and listed. */
export function dnsLabel(name: Part): Part {
  const text = name.peek();
  const label = toDnsLabel(text ?? '');
  if (text === undefined || label === text) return name;
  name.note(`the name "${text}"`, `It became "${label}", as names are lower-case.`);
  return name.as(label);
}
