import { createHmac } from 'node:crypto';
import { TerminalError } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import * as z from 'zod';
import { defineStepType } from '../define-step-type.ts';
import type { StepContext } from '../step-type.ts';
import { requireStatus } from './http.ts';
import { webAddress } from './web-address.ts';

const secretRef = z.object({ name: z.string().trim().min(1), key: z.string().trim().min(1).default('token') });

/**
 * Tells a webhook about the run. With a secret, `x-kubemin-signature` is `sha256=` and the hex HMAC of the timestamp
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
  priority: 20,
  retries: 'transient',
  isolation: 'engine',
  run: async (context) => {
    const { properties, job, application, clock, fetcher, write } = context;
    const { url, message, data } = properties;
    const key = properties.secret === undefined ? undefined : await signingKey(context, properties.secret);
    const { taskId } = job;
    const body = JSON.stringify({ taskId, jobId: job.id, step: context.step, application, message, data });
    const timestamp = String(Math.floor(clock.now() / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-kubemin-delivery': job.id,
      'x-kubemin-timestamp': timestamp,
      ...(key !== undefined && { 'x-kubemin-signature': signature(key, `${timestamp}.${body}`) }),
    };
    const answer = await write((signal) => fetcher({ url, method: 'POST', headers, body, signal }));
    requireStatus(answer, { url, method: 'POST' });
    return { message: `told ${url}`, values: { status: answer.status } };
  },
});

function signature(key: Buffer, text: string): string {
  return `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;
}

async function signingKey(
  { client, application, signal }: StepContext<unknown>,
  { name, key }: z.output<typeof secretRef>,
): Promise<Buffer> {
  const secret = await client.resource(core.v1.secrets, application.namespace).find(name, { signal });
  const value = secret?.data?.[key];
  if (value !== undefined) return Buffer.from(value, 'base64');
  const what = secret === undefined ? `there is no Secret "${name}"` : `the Secret "${name}" has no key "${key}"`;
  throw new TerminalError(`${what} in namespace ${application.namespace} to sign the message with`, {
    code: 'SIGNING_KEY_MISSING',
  });
}
