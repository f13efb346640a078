import { decodeMessage, encodeMessage, type Message, verbatim } from '@kubemin/base/message';
import type { Texts } from '../task/index.ts';

/** Longer ones are not stored; the English text always is. */
const LONGEST_JSON = 8_192;

type MessageColumns<N extends string> = { readonly [K in N | `${N}_text`]: string | null };

/** The columns of a job's message: English text, and code with parameters. They are always set together. */
export function messageColumns(message: Message | null): MessageColumns<'message'> {
  return { message: message?.message ?? null, message_text: message && encodeColumn(message) };
}

/** The columns of an error of a job or task. */
export function errorColumns(error: Message | null): MessageColumns<'error'> {
  return { error: error?.message ?? null, error_text: error && encodeColumn(error) };
}

/** The columns of the reason for which a task is cancelled. */
export function cancelReasonColumns(reason: Message): MessageColumns<'cancel_reason'> {
  return { cancel_reason: reason.message, cancel_reason_text: encodeColumn(reason) };
}

/** The columns of the question that a job asks. */
export function questionColumns(question: Message): MessageColumns<'question'> {
  return { question: question.message, question_text: encodeColumn(question) };
}

/** The message of two columns. Rows of earlier versions have the English text alone. */
export function readMessageColumns(english: string, encoded: string | null | undefined): Message {
  return decodeColumn(encoded, english) ?? verbatim(english);
}

/** The field `texts` of columns, by the names of the fields. Snapshots of earlier versions lack the columns. */
export function readTexts(columns: Readonly<Record<string, string | null | undefined>>): { readonly texts?: Texts } {
  const texts = Object.entries(columns).flatMap(([field, encoded]) => {
    const message = decodeColumn(encoded, '');
    const text = message && encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  return texts.length === 0 ? {} : { texts: Object.fromEntries(texts) };
}

/** The field `texts` after some of the fields have new texts. */
export function changeTexts(
  texts: Texts | undefined,
  changes: Readonly<Record<string, Message | undefined>>,
): { readonly texts?: Texts } {
  const kept = Object.entries(texts ?? {}).filter(([field]) => changes[field] === undefined);
  const changed = Object.entries(changes).flatMap(([field, message]) => {
    const text = message && encodeMessage(message);
    return text === undefined ? [] : [[field, text] as const];
  });
  const all = [...kept, ...changed];
  return all.length === 0 ? {} : { texts: Object.fromEntries(all) };
}

function encodeColumn(message: Message): string | null {
  const encoded = encodeMessage(message);
  if (encoded === undefined) return null;
  const json = JSON.stringify(encoded);
  return json.length > LONGEST_JSON ? null : json;
}

function decodeColumn(encoded: string | null | undefined, english: string): Message | undefined {
  if (encoded === null || encoded === undefined) return undefined;
  try {
    return decodeMessage(JSON.parse(encoded), english);
  } catch {
    return undefined;
  }
}
