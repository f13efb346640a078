import { decodeMessage, encodeMessage, type Message } from '@kubemin/base/message';

const LONGEST = 8_192;

/** The column beside a stored English text: its code and parameters as JSON; null where it has none, or they are too long. */
export function encodeTextColumn(message: Message): string | null {
  const encoded = encodeMessage(message);
  if (encoded === undefined) return null;
  const text = JSON.stringify(encoded);
  return text.length > LONGEST ? null : text;
}

/** The message of a stored text; undefined where only the text is stored, as in rows of earlier versions. */
export function decodeTextColumn(column: string | null | undefined, english: string): Message | undefined {
  return column === null || column === undefined ? undefined : decodeMessage(JSON.parse(column), english);
}
