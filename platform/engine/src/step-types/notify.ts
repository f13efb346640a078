import { TerminalError } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import { word } from '@kubemin/model';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import { stepMessages } from '../messages/step.ts';
import { webhookHeaders } from '../outbound/webhook-headers.ts';
import type { StepContext } from '../step-type.ts';
import { requireStatus } from './http.ts';
import { webAddress } from './web-address.ts';

const secretRef = z.object({ name: z.string().trim().min(1), key: z.string().trim().min(1).default('token') });

/**
 * Sends a message about the run to a webhook. With a secret, `x-kubemin-signature` is `sha256=` and the hex HMAC of the timestamp
 * header, a dot, and the body. Sent at least once; `x-kubemin-delivery` is the same each time.
 */
export const notify = defineStepType({
  name: 'notify',
  declaration: {
    summary: 'Sends a signed message about the run to a webhook.',
    schema: z.object({
      url: webAddress(),
      message: z.string().max(4000).default(''),
      /** A Secret of the application's namespace whose value signs the message. */
      secret: secretRef.optional(),
      data: z.record(z.string(), z.unknown()).default({}),
    }),
    components: 'optional',
    outputs: ['status'],
  },
  wording: {
    type: word(['Notify', '通知'], ['Sends a message to a webhook.', '向 Webhook 发送关于本次运行的签名消息。']),
    properties: {
      url: word(['Address', '地址'], ['Where the message is posted.', '接收消息的地址。'], {
        example: 'https://hooks.example.org/deploys',
      }),
      message: word(['Message', '消息'], ['Text of the message.', '消息内容。'], { example: 'The shop was updated.' }),
      secret: word(['Signed by', '签名密钥'], ['The Secret that signs it.', '用于签名的密钥。']),
      'secret.name': word(['Secret', '密钥名称'], ['Its name.', '密钥的名称。'], { example: 'webhook' }),
      'secret.key': word(['Key', '键'], ['The key of the value in it.', '该值对应的键。']),
      data: word(['Data', '附加数据'], ['More to send along.', '一并发送的数据。']),
    },
  },
  priority: 20,
  retries: 'transient',
  isolation: 'engine',
  run: async (context) => {
    const { properties, job, application, clock, fetcher, write } = context;
    const { url, message, data } = properties;
    const key = properties.secret === undefined ? undefined : await signingKey(context, properties.secret);
    const { taskId } = job;
    const body = JSON.stringify({ taskId, jobId: job.id, step: context.step, application, message, data });
    const headers = {
      'content-type': 'application/json',
      ...webhookHeaders({ delivery: job.id, body, now: clock.now(), key }),
    };
    const response = await write((signal) => fetcher({ url, method: 'POST', headers, body, signal }));
    requireStatus(response, { url, method: 'POST' });
    return { message: stepMessages.notified({ url }), values: { status: response.status } };
  },
});

async function signingKey(
  { client, application, signal }: StepContext<unknown>,
  { name, key }: z.output<typeof secretRef>,
): Promise<Buffer> {
  const secret = await client.resource(core.v1.secrets, application.namespace).find(name, { signal });
  const value = secret?.data?.[key];
  if (value !== undefined) return Buffer.from(value, 'base64');
  const { namespace } = application;
  const problem =
    secret === undefined
      ? stepMessages.secretMissing({ name, namespace })
      : stepMessages.secretKeyMissing({ name, namespace, key });
  throw new TerminalError(problem, { code: 'SIGNING_KEY_MISSING' });
}
