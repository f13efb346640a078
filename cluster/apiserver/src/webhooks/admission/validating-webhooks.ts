import type { KubeObject } from '@kubemin/kubeapi';
import type { AdmissionFactory, AdmissionRequest } from '../../registry/index.ts';
import { ConfiguredWebhooks } from './configured-webhooks.ts';
import { type ReviewedObjects, WebhookCaller } from './webhook-caller.ts';

/** Calls the webhooks of ValidatingWebhookConfigurations, all at once; the first in their order that denies decides. */
export const validatingAdmissionWebhook: AdmissionFactory = (context) => {
  const webhooks = new ConfiguredWebhooks(context.server, 'validating');
  const caller = new WebhookCaller(context, 'validating');
  return {
    name: 'ValidatingAdmissionWebhook',
    applies: (request) => webhooks.matching(request).length > 0,
    async validate(object, request) {
      const objects = reviewedObjects(object, request);
      const outcomes = await Promise.allSettled(
        webhooks.matching(request).map((matched) => caller.call(matched, request, objects)),
      );
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      if (refused !== undefined) throw refused.reason;
    },
    stop: () => webhooks.stop(),
  };
};

function reviewedObjects(object: KubeObject, { operation, old }: AdmissionRequest): ReviewedObjects {
  return operation === 'delete' ? { object: undefined, oldObject: object } : { object, oldObject: old };
}
