import * as z from 'zod';

/** What a client wants to be told of: one run, one application with its runs, or all that its user may see. */
export type Topic = { readonly kind: 'run' | 'app'; readonly id: string } | { readonly kind: 'runs' | 'applications' };

const TOPIC = /^(?:(run|app):([\w.-]{1,200})|(runs|applications))$/;
const MOST = 500;

/** Topics as they stand in a query, separated by commas. */
export const topicsSchema = z
  .string()
  .describe('what to tell of: run:<id>, app:<id>, runs, applications; separated by commas')
  .transform((text, context): readonly Topic[] => {
    const words = text.split(',').filter((word) => word !== '');
    if (words.length === 0 || words.length > MOST) {
      context.addIssue({
        code: 'custom',
        message: `name 1 to ${MOST} topics, as run:<id>, app:<id>, runs, applications`,
      });
    }
    return words.flatMap((word) => {
      const topic = readTopic(word);
      if (topic !== undefined) return [topic];
      context.addIssue({ code: 'custom', message: `"${word}" is none of run:<id>, app:<id>, runs, applications` });
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
