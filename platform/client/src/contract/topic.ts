import * as z from 'zod';
import { valueMessages } from '../messages/index.ts';
import { customIssue } from './schema-issue.ts';

/** What a client follows: one run, one application with its runs, or all that its user may see. */
export type Topic = { readonly kind: 'run' | 'app'; readonly id: string } | { readonly kind: 'runs' | 'applications' };

const TOPIC = /^(?:(run|app):([\w.-]{1,200})|(runs|applications))$/;
const MOST = 500;

/** Topics as they stand in a query, separated by commas. */
export const topicsSchema = z
  .string()
  .describe('what to report: run:<id>, app:<id>, runs, applications; separated by commas')
  .transform((text, context): readonly Topic[] => {
    const words = text.split(',').filter((word) => word !== '');
    if (words.length === 0 || words.length > MOST) {
      context.addIssue(customIssue(valueMessages.topics({ limit: MOST })));
    }
    return words.flatMap((word) => {
      const topic = readTopic(word);
      if (topic !== undefined) return [topic];
      context.addIssue(customIssue(valueMessages.unknownTopic({ topic: word })));
      return [];
    });
  });

/** Topics as they are written in a query. */
export function topicsText(topics: readonly Topic[]): string {
  return topics.map((topic) => ('id' in topic ? `${topic.kind}:${topic.id}` : topic.kind)).join(',');
}

function readTopic(word: string): Topic | undefined {
  const [, one, id, all] = TOPIC.exec(word) ?? [];
  if ((one === 'run' || one === 'app') && id !== undefined) return { kind: one, id };
  if (all === 'runs' || all === 'applications') return { kind: all };
  return undefined;
}
