import { decodeMessage, type EncodedMessage, type Message, verbatim } from '@kubemin/base/message';

/**
 * Codes and parameters of an object's English texts, by the names of their fields. Texts of other programs, and those of earlier
 * versions, have no entry and are shown as they are.
 */
export type Texts = Readonly<Record<string, EncodedMessage>>;

/** What job types report: a message that is shown in the reader's language, or a text that is shown as it is. */
export type MessageOrText = Message | string;

export function toMessage(text: MessageOrText): Message {
  return typeof text === 'string' ? verbatim(text) : text;
}

/** The message of a field that has an English text. */
export function fieldMessage(object: { readonly texts?: Texts }, field: string, english: string): Message {
  return decodeMessage(object.texts?.[field], english) ?? verbatim(english);
}
