import type {
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '@kubemin/kubeapi/types/admissionregistration.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of webhook configurations. */
export const webhookColumns: Columns<MutatingWebhookConfiguration | ValidatingWebhookConfiguration> = {
  columns: [NAME, { name: 'Webhooks', type: 'integer', cell: ({ webhooks }) => webhooks?.length ?? 0 }, AGE],
};

/** Columns of admission policies. */
export const admissionPolicyColumns: Columns<ValidatingAdmissionPolicy> = {
  columns: [
    NAME,
    { name: 'Validations', type: 'integer', cell: ({ spec }) => spec?.validations?.length ?? 0 },
    {
      name: 'ParamKind',
      cell: ({ spec }) =>
        spec?.paramKind === undefined ? '<unset>' : `${spec.paramKind.apiVersion}/${spec.paramKind.kind}`,
    },
    AGE,
  ],
};

/** Columns of bindings of admission policies. */
export const admissionPolicyBindingColumns: Columns<ValidatingAdmissionPolicyBinding> = {
  columns: [
    NAME,
    { name: 'PolicyName', cell: ({ spec }) => spec?.policyName ?? '' },
    {
      name: 'ParamRef',
      cell: ({ spec }) => {
        const { name = '', namespace = '*' } = spec?.paramRef ?? {};
        return spec?.paramRef === undefined ? '<unset>' : `${namespace}/${name === '' ? '*' : name}`;
      },
    },
    AGE,
  ],
};
