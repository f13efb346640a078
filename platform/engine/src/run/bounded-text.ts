import { type Message, mapMessageTexts } from '@kubemin/base/message';
import { type MessageOrText, toMessage } from '../task/index.ts';

const LONGEST = 4_000;

/** A text of another program, short enough to be shown, and fit for every database. */
export function truncateText(text: unknown): string {
  const storable = storableText(typeof text === 'string' ? text : String(text));
  return storable.length <= LONGEST ? storable : `${storable.slice(0, LONGEST)}… (${storable.length} characters)`;
}

/** A message all of whose texts are bounded, parameters included. */
export function boundedMessage(text: MessageOrText): Message {
  return mapMessageTexts(toMessage(text), truncateText);
}

/** PostgreSQL takes no zero characters in a text, and programs may write any. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}
