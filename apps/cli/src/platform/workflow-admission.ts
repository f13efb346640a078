import type { AdmissionFactory } from '@kubemin/apiserver';
import { type FieldError, fieldError, invalid } from '@kubemin/kubeapi';

/**
 * Refuses a function workflow that cannot be run when it is written, with all its problems. On other clusters, where no
 * plug-in can be added, such a workflow has the condition Valid=False, and its runs fail.
 */
export const functionWorkflowAdmission: AdmissionFactory = () => ({
  name: 'FunctionWorkflowValidation',
  applies: ({ operation, resource, subresource }) =>
    subresource === undefined &&
    (operation === 'create' || operation === 'update') &&
    resource.info.group === 'functions.kubemin.io' &&
    resource.info.plural === 'functionworkflows',
  async validate(object, request) {
    // Loaded with the first workflow: few clusters have one.
    const { readWorkflowSpec } = await import('@kubemin/functions');
    const { name } = object.metadata;
    const { problems } = readWorkflowSpec('spec' in object ? object.spec : undefined, { name });
    const errors: FieldError[] = [];
    for (const { path, code, severity, message } of problems) {
      if (severity === 'warning') request.warn(`${path}: ${message.message}`);
      else errors.push(fieldError.invalid(path, code, message.message));
    }
    if (errors.length > 0) throw invalid(request.resource.info, name ?? '', errors);
  },
});
