import { isRecord } from '@kubemin/base';
import * as z from 'zod';
import { dataMessages, fieldMessages } from '../messages/index.ts';
import { rejectedIssue, rejection } from '../problem/index.ts';
import { type FieldNote, field } from './field.ts';
import { plainCredential } from './plain-credential.ts';

const ENV_NAME = /^(?!\.\.|\.$)[-._a-zA-Z][-._a-zA-Z0-9]*$/;

const ENV_NAME_FIX = dataMessages.variableFormat;

const MAP_FIX = dataMessages.variablesFormat;

/** The name of an environment variable, by the rule every Kubernetes version accepts. */
export function envName() {
  const name = z
    .string()
    .trim()
    .min(1)
    .refine((value) => value === '' || ENV_NAME.test(value), {
      ...rejection((input) => dataMessages.variableInvalid({ name: String(input) }), {
        code: 'INVALID_ENV_NAME',
        fix: ENV_NAME_FIX,
      }),
    });
  return field(name, { fix: ENV_NAME_FIX });
}

/** Literal environment variables; the keys are the user's and stay as written. */
export function environment() {
  return field(variables().default({}), { fix: MAP_FIX, prepare: noteCredentials });
}

/** Variables to be merged into those of something else; there need not be any. */
export function moreEnvironment() {
  return field(variables().optional(), { fix: MAP_FIX, prepare: noteCredentials });
}

function variables() {
  return z.record(z.string(), z.string()).superRefine(
    (given, context) => {
      for (const name of Object.keys(given)) {
        if (ENV_NAME.test(name)) continue;
        context.addIssue(
          rejectedIssue(dataMessages.variableInvalid({ name }), {
            code: 'INVALID_ENV_NAME',
            fix: ENV_NAME_FIX,
            path: [name],
          }),
        );
      }
    },
    { when: ({ value }) => isRecord(value) },
  );
}

function noteCredentials(value: unknown, report: (note: FieldNote) => void): unknown {
  for (const [name, text] of isRecord(value) ? Object.entries(value) : []) {
    const note = plainCredential(name, text);
    if (note !== undefined) report({ ...note, path: [name] });
  }
  return value;
}

/** What a container runs, or what that is given: a list of words, which no shell reads. */
export function commandLine() {
  return field(z.array(z.string()).optional(), {
    fix: fieldMessages.commandFormat,
  });
}
