import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import type { Translate } from './language.ts';

/**
 * A text that a platform sent in a field of an object, as a message: by the code beside it in `texts`, or as it is where an
 * earlier version or another program sent it.
 */
export function sentMessage(object: object, field: string, english: string): Message {
  const texts = 'texts' in object ? object.texts : undefined;
  const encoded = typeof texts === 'object' && texts !== null ? new Map(Object.entries(texts)).get(field) : undefined;
  return decodeMessage(encoded, english) ?? verbatim(english);
}

/** The text of a field that a platform sent, for the reader. */
export function translateSent(translate: Translate, object: object, field: string, english: string): string {
  return translate(sentMessage(object, field, english));
}
