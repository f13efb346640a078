import { decodeMessage, type Message } from '@kubemin/base/message';
import * as z from 'zod';

export { encodeTexts, type Texts } from '@kubemin/base/message';

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
