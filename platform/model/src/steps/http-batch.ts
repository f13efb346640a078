import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { fieldMessages, stepMessages } from '../messages/index.ts';
import { declareStepType } from './declared-step-type.ts';
import { webAddress } from './web-address.ts';

const count = (least: number, most: number, usual: number, aliases: readonly string[] = []) =>
  field(z.number().int().min(least).max(most).default(usual), {
    aliases,
    fix: fieldMessages.wholeNumberFromTo({ least, most }),
  });

/** How many characters all chunks of a text may have together: they are held in memory. */
export const MOST_CHUNKED_CHARACTERS = 10_000_000;

/** Memory and requests that a chunk takes even if it is short, in characters. */
const LEAST_CHUNK = 100;

/** How many characters the chunks of a text have together, those in several chunks counted as often. */
export function chunkedCharacters({
  text,
  chunkSize,
  chunkOverlap,
}: {
  readonly text: string;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}): number {
  return (
    Math.ceil(text.length / Math.max(1, chunkSize - chunkOverlap)) *
    Math.max(LEAST_CHUNK, Math.min(chunkSize, text.length))
  );
}

export const httpBatchStep = declareStepType({
  name: 'http-batch',
  declaration: {
    summary: 'Sends a list of items, or the chunks of a text, in batches to an address.',
    schema: z.object({
      url: webAddress(),
      method: z
        .string()
        .default('POST')
        .overwrite((text) => text.trim().toUpperCase())
        .pipe(z.enum(['POST', 'PUT', 'PATCH'])),
      headers: z.record(z.string(), z.string()).default({}),
      items: field(z.array(z.unknown()).min(1).max(10_000).optional(), { fix: stepMessages.itemsOrText }),
      text: field(z.string().min(1).max(1_000_000).optional(), { widget: 'textarea', fix: stepMessages.itemsOrText }),
      chunkSize: count(1, 100_000, 512),
      chunkOverlap: count(0, 50_000, 50, ['overlap']),
      batchSize: count(1, 1000, 32),
      concurrency: count(1, 16, 4),
      maxRetries: count(0, 10, 3),
      onError: field(z.enum(['fail', 'skip']).default('fail'), { fix: stepMessages.batchErrorChoices }),
      bodyField: z.string().trim().min(1).max(100).default('items'),
    }),
    components: 'optional',
    outputs: ['batches', 'items', 'succeeded', 'failed', 'results', 'failures'],
    check: (properties, { report }) => {
      const { items, text, chunkSize, chunkOverlap } = properties;
      if (items !== undefined && text !== undefined) {
        const fix = fieldMessages.removeOneOfTwo;
        report({ path: ['text'], code: 'INVALID_VALUE', message: stepMessages.itemsAndText, fix });
      }
      if (text !== undefined && chunkOverlap >= chunkSize) {
        const fix = stepMessages.overlapFix;
        report({ path: ['chunkOverlap'], code: 'INVALID_VALUE', message: stepMessages.overlapTooLarge, fix });
      } else if (text !== undefined && chunkedCharacters({ text, chunkSize, chunkOverlap }) > MOST_CHUNKED_CHARACTERS) {
        const message = stepMessages.chunksTooLarge({ most: MOST_CHUNKED_CHARACTERS });
        report({ path: ['chunkOverlap'], code: 'INVALID_VALUE', message, fix: stepMessages.overlapFix });
      }
    },
  },
  wording: {
    type: word(
      ['Batches over HTTP', 'HTTP 批量发送'],
      ['Sends many items in batches, for example to compute embeddings.', '分批发送大量数据，例如计算向量。'],
    ),
    properties: {
      url: word(['Address', '地址'], ['Where each batch is sent.', '每一批发送到的地址。'], {
        example: 'https://example.org/embed',
      }),
      method: word(['Method', '方法'], ['The HTTP method.', 'HTTP 方法。']),
      headers: word(['Headers', '请求头'], ['Headers to send.', '请求头。'], {
        example: { accept: 'application/json' },
      }),
      items: word(
        ['Items', '数据项'],
        [
          'What is sent: a list, or by an input from an earlier step.',
          '要发送的列表；也可通过 inputs 取自前面的步骤。',
        ],
        { example: ['first', 'second'] },
      ),
      text: word(
        ['Text', '文本'],
        ['A text that is sent in chunks, in place of items.', '切分后发送的文本，代替 items。'],
      ),
      chunkSize: word(['Chunk size', '切分长度'], ['Characters of a chunk of the text.', '文本每一段的字符数。'], {
        group: 'advanced',
      }),
      chunkOverlap: word(
        ['Chunk overlap', '切分重叠'],
        ['Characters that a chunk repeats of the one before.', '每一段与前一段重叠的字符数。'],
        { group: 'advanced' },
      ),
      batchSize: word(['Batch size', '每批数量'], ['Items of one request.', '一次请求的数据项数量。']),
      concurrency: word(['Concurrency', '并发数'], ['Requests at a time.', '同时进行的请求数。']),
      maxRetries: word(
        ['Retries', '重试次数'],
        ['How often a batch is sent again after a transient error.', '遇到暂时性错误时每批重新发送的次数。'],
      ),
      onError: word(
        ['After a failure', '失败时'],
        ['Whether a failed batch ends the step.', '某一批失败后是否结束步骤。'],
        { options: { fail: ['End the step', '结束步骤'], skip: ['Continue with the others', '继续其他批次'] } },
      ),
      bodyField: word(
        ['Field of the body', '请求体字段'],
        ['Where the items are in the JSON body.', '数据项在 JSON 请求体中的字段。'],
        { group: 'advanced', example: 'input' },
      ),
    },
  },
});
