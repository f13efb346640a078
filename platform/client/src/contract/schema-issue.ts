import { type Message, readMessage, verbatim } from '@kubemin/base/message';
import type * as z from 'zod';
import { schemaMessages, valueMessages } from '../messages/index.ts';

/** What a schema of the contract finds wrong with a value. */
export type SchemaIssue = z.core.$ZodIssue;

/** Zod keeps only the English text of a rule: the messages of the contract are found by it. */
const RULES: ReadonlyMap<string, Message> = new Map(
  Object.values({ ...schemaMessages }).map((message) => [message.message, message]),
);

/** The message of an issue, which is shown after the path of its field. */
export function issueMessage(issue: SchemaIssue): Message {
  return RULES.get(issue.message) ?? customMessage(issue) ?? valueMessage(issue);
}

/** The fields of a custom issue with a message that has parameters. */
export function customIssue(message: Message): { code: 'custom'; message: string; params: { text: Message } } {
  return { code: 'custom', message: message.message, params: { text: message } };
}

function customMessage(issue: SchemaIssue): Message | undefined {
  return issue.code === 'custom' ? (readMessage(issue.params?.text) ?? verbatim(issue.message)) : undefined;
}

const RECEIVED = /received (\w+)$/;

function valueMessage(issue: SchemaIssue): Message {
  switch (issue.code) {
    case 'invalid_type': {
      const { expected } = issue;
      const received = RECEIVED.exec(issue.message)?.[1];
      if (received === 'undefined') return valueMessages.required;
      return received === undefined
        ? valueMessages.notExpected({ expected })
        : valueMessages.wrongType({ expected, received });
    }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value) ?? String(value));
      const [only, ...others] = values;
      return only !== undefined && others.length === 0
        ? valueMessages.literal({ value: only })
        : valueMessages.oneOf({ values: issue.values.map(String) });
    }
    case 'too_small':
      return lowerLimit(issue.origin, Number(issue.minimum), issue.inclusive ?? true);
    case 'too_big':
      return upperLimit(issue.origin, Number(issue.maximum), issue.inclusive ?? true);
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern !== undefined
        ? valueMessages.pattern({ pattern: issue.pattern })
        : valueMessages.format({ format: issue.format });
    case 'not_multiple_of':
      return valueMessages.multipleOf({ divisor: issue.divisor });
    case 'unrecognized_keys':
      return valueMessages.unknownFields({ fields: issue.keys });
    default:
      return valueMessages.noMatch;
  }
}

function lowerLimit(origin: string, limit: number, inclusive: boolean): Message {
  if (origin === 'string') return valueMessages.tooShort({ limit });
  if (origin === 'array' || origin === 'set' || origin === 'map') return valueMessages.tooFew({ limit });
  return inclusive ? valueMessages.atLeast({ limit }) : valueMessages.above({ limit });
}

function upperLimit(origin: string, limit: number, inclusive: boolean): Message {
  if (origin === 'string') return valueMessages.tooLong({ limit });
  if (origin === 'array' || origin === 'set' || origin === 'map') return valueMessages.tooMany({ limit });
  return inclusive ? valueMessages.atMost({ limit }) : valueMessages.below({ limit });
}
