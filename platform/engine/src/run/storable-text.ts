import type { LogFields, Logger } from '@kubemin/base';
import { type Message, mapMessageTexts } from '@kubemin/base/message';
import { isJsonObject } from '@kubemin/kubeapi';
import { type AnyDocument, Redactor, secretValues } from '@kubemin/model';
import type { JobOutcome } from '../store/index.ts';
import { type JobLog, type MessageOrText, toMessage } from '../task/index.ts';

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

/**
 * Keeps the secret values of a run's documents out of everything it stores and logs. It learns the documents as the run reads them.
 */
export class Redaction {
  readonly #values = new Set<string>();
  #redactor = new Redactor([]);

  /** From now on, the values of this document are known. */
  learn(document: AnyDocument): void {
    for (const value of secretValues(document)) this.#values.add(value);
    this.#redactor = new Redactor(this.#values);
  }

  /** Parameters hold the same values as the text. */
  redactMessage(message: Message): Message {
    return mapMessageTexts(message, (text) => this.#redactor.text(text));
  }

  redactOutcome(outcome: JobOutcome): JobOutcome {
    const { message } = outcome;
    const texts = message === undefined ? {} : { message: this.redactMessage(message) };
    if ('error' in outcome) return { ...outcome, ...texts, error: this.redactMessage(outcome.error) };
    const { outputs } = outcome;
    const redacted = outputs === undefined ? undefined : this.#redactor.value(outputs);
    return { ...outcome, ...texts, ...(isJsonObject(redacted) && { outputs: redacted }) };
  }

  redactLog(log: JobLog): JobLog {
    return { ...log, text: this.#redactor.text(log.text) };
  }

  /** The same logger, whose lines hold no secret. */
  logger(logger: Logger): Logger {
    const fields = (given: LogFields = {}): LogFields =>
      Object.fromEntries(Object.entries(given).map(([key, value]) => [key, this.#field(value)]));
    return {
      debug: (message, given) => logger.debug(message, fields(given)),
      info: (message, given) => logger.info(message, fields(given)),
      warn: (message, given) => logger.warn(message, fields(given)),
      error: (message, given) => logger.error(message, fields(given)),
      child: (given) => this.logger(logger.child(fields(given))),
    };
  }

  #field(value: unknown): unknown {
    if (!(value instanceof Error)) return this.#redactor.value(value);
    const { name, message, stack, cause } = value;
    const code = 'code' in value ? { code: value.code } : {};
    const words = { message: this.#redactor.text(message), stack: this.#redactor.text(stack ?? '') };
    return { name, ...words, ...code, ...(cause !== undefined && { cause: this.#field(cause) }) };
  }
}
