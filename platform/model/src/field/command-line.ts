import * as z from 'zod';
import { fieldMessages } from '../messages/index.ts';
import { field } from './field.ts';

/** What a container runs, or what that is given: a list of words, which no shell reads. */
export function commandLine() {
  return field(z.array(z.string()).optional(), {
    fix: fieldMessages.commandFormat,
  });
}
