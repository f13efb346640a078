import * as z from 'zod';
import { field } from './field.ts';

/** What a container runs, or what that is given: a list of words, which no shell reads. */
export function commandLine() {
  return field(z.array(z.string()).optional(), {
    fix: 'Give a list of words, such as ["npm", "start"]; for a line with pipes or variables, ["sh", "-c", "<the line>"].',
  });
}
