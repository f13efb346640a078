import { TerminalError } from '@kubemin/base';
import { notifyStep } from '@kubemin/model';
import { stepMessages } from '../../messages/index.ts';
import { type StepContext, webhookHeaders } from '../../task/index.ts';
import { defineStepType } from '../define-step-type.ts';
import { requireStatus } from './http.ts';
import { readSecretValue } from './secret-value.ts';

/**
 * Sends a message about the run to a webhook. With a secret, `x-kubemin-signature` is `sha256=` and the hex HMAC of the timestamp
 * header, a dot, and the body. Sent at least once; `x-kubemin-delivery` is the same each time.
 */
export const notify = defineStepType({
  ...notifyStep,
  priority: 20,
  retries: 'transient',
  isolation: 'engine',
  secrets: ({ secret }) => (secret === undefined ? [] : [secret.name]),
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
  context: StepContext<unknown>,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<Buffer> {
  const found = await readSecretValue(context, { name, key });
  if ('value' in found) return found.value;
  const { namespace } = context.application;
  const problem =
    found.missing === 'secret'
      ? stepMessages.secretMissing({ name, namespace })
      : stepMessages.secretKeyMissing({ name, namespace, key });
  throw new TerminalError(problem, { code: 'SIGNING_KEY_MISSING' });
}
