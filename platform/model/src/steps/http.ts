import * as z from 'zod';
import { field } from '../field/index.ts';
import { word } from '../form/index.ts';
import { stepMessages } from '../messages/index.ts';
import { declareStepType } from './declared-step-type.ts';
import { webAddress } from './web-address.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const httpStep = declareStepType({
  name: 'http',
  declaration: {
    summary: 'Sends an HTTP request and checks the response.',
    schema: z.object({
      url: webAddress(),
      method: z
        .string()
        .default('GET')
        .overwrite((text) => text.trim().toUpperCase())
        .pipe(z.enum(METHODS)),
      headers: z.record(z.string(), z.string()).default({}),
      body: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).optional(),
      expectStatus: field(z.array(z.number().int().min(100).max(599)).optional(), {
        aliases: ['expect', 'expectedStatus'],
        fix: stepMessages.statusList,
      }),
    }),
    components: 'optional',
    outputs: ['status', 'body', 'json'],
  },
  wording: {
    type: word(['HTTP request', 'HTTP 请求'], ['Sends a request.', '发送 HTTP 请求并检查响应。']),
    properties: {
      url: word(['Address', '地址'], ['Where it is sent.', '请求的地址。'], { example: 'https://example.org/warm-up' }),
      method: word(['Method', '方法'], ['The HTTP method.', 'HTTP 方法。']),
      headers: word(['Headers', '请求头'], ['Headers to send.', '请求头。'], {
        example: { accept: 'application/json' },
      }),
      body: word(['Body', '请求体'], ['A text, or JSON.', '文本或 JSON。']),
      expectStatus: word(
        ['Statuses', '期望状态码'],
        ['Those that are fine; any 2xx when left out.', '可接受的状态码；不填则为任意 2xx。'],
        {
          example: [200, 204],
        },
      ),
    },
  },
});
