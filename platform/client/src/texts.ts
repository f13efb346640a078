import { decodeMessage, type EncodedMessage, encodeMessage, type Message } from '@kubemin/base/message';
import * as z from 'zod';

/**
 * Objects of the REST API with texts for people carry, beside each text in English, its code and parameters in `texts`: by the
 * name of the field, `warnings.0` for the first text of a list. A text without an entry there, of an earlier version or of
 * another program, is shown as it is.
 */
export const textsSchema = z
  .record(
    z.string(),
    z.object({
      /** Stable. */
      code: z.string(),
      /** Strings, numbers, messages (`code`, `message`, `params`), and lists of strings and messages. */
      params: z.record(z.string(), z.unknown()).optional(),
    }),
  )
  .optional();

/** Codes and parameters by the names of fields. */
export type Texts = Readonly<Record<string, EncodedMessage>>;

/** The field `texts` for messages by the names of their fields; nothing where none of them has a code. */
export function encodeTexts(messages: Readonly<Record<string, Message | undefined>>): { readonly texts?: Texts } {
  const encoded = Object.entries(messages).flatMap(([field, message]) => {
    const text = message === undefined ? undefined : encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  return encoded.length === 0 ? {} : { texts: Object.fromEntries(encoded) };
}

/** The text of a field for a reader; `english` is what was sent in the field itself. */
export function readText(
  object: { readonly texts?: Readonly<Record<string, unknown>> | undefined },
  field: string,
  english: string,
  translate: (message: Message) => string,
): string {
  const message = decodeMessage(object.texts?.[field], english);
  return message === undefined ? english : translate(message);
}
