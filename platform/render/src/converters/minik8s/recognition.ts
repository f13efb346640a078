import type { Part } from '../source/part.ts';
import { fieldAt, fieldOf } from './field.ts';
import { isMinik8sKind } from './native-objects.ts';

/** Whether an object is written in the dialect: its spellings, kinds in small letters, or images in two parts. */
export function looksLikeMinik8s(object: Part): boolean {
  const kind = fieldOf(object, 'kind').peek() ?? '';
  if (!isMinik8sKind(kind)) return false;
  const isSpelled = object.at('metaData').present || fieldOf(object, 'metadata').at('nameSpace').present;
  const pod = fieldAt(object, 'spec', 'template').present ? fieldAt(object, 'spec', 'template') : object;
  const images = fieldAt(pod, 'spec', 'containers').items.map((container) => fieldOf(container, 'image'));
  return isSpelled || kind === kind.toLowerCase() || images.some((image) => image.isMap);
}
