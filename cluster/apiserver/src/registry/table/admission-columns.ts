import type {
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '@kubemin/kubeapi/types/admissionregistration.v1';
import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubemin/kubeapi/types/flowcontrol.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';
import { humanDuration } from './duration.ts';

/** Columns of API services. */
export const apiServiceColumns: Columns<APIService> = {
  columns: [
    NAME,
    {
      name: 'Service',
      cell: ({ spec }) =>
        spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
    },
    {
      name: 'Available',
      cell: ({ status }) => {
        const available = status?.conditions?.find(({ type }) => type === 'Available');
        if (available === undefined) return 'Unknown';
        return available.status === 'True' ? 'True' : `${available.status} (${available.reason ?? ''})`;
      },
    },
    AGE,
  ],
};

/** Columns of certificate requests. */
export const certificateRequestColumns: Columns<CertificateSigningRequest> = {
  columns: [
    NAME,
    AGE,
    { name: 'SignerName', cell: ({ spec }) => spec.signerName },
    { name: 'Requestor', cell: ({ spec }) => spec.username ?? '' },
    {
      name: 'RequestedDuration',
      cell: ({ spec }) =>
        spec.expirationSeconds === undefined ? '<none>' : humanDuration(spec.expirationSeconds * 1000),
    },
    { name: 'Condition', cell: decision },
  ],
};

function decision({ status }: CertificateSigningRequest): string {
  const has = (type: string): boolean => status?.conditions?.some((condition) => condition.type === type) === true;
  const decided = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  return [decided, ...(has('Failed') ? ['Failed'] : []), ...(status?.certificate ? ['Issued'] : [])].join(',');
}

/** Columns of flow schemas. */
export const flowSchemaColumns: Columns<FlowSchema> = {
  columns: [
    NAME,
    { name: 'PriorityLevel', cell: ({ spec }) => spec?.priorityLevelConfiguration.name ?? '' },
    { name: 'MatchingPrecedence', type: 'integer', cell: ({ spec }) => spec?.matchingPrecedence ?? 0 },
    { name: 'DistinguisherMethod', cell: ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>' },
    AGE,
    {
      name: 'MissingPL',
      cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    },
  ],
};

/** Columns of priority levels. */
export const priorityLevelColumns: Columns<PriorityLevelConfiguration> = {
  columns: [
    NAME,
    { name: 'Type', cell: ({ spec }) => spec?.type ?? '' },
    {
      name: 'NominalConcurrencyShares',
      cell: ({ spec }) => shown((spec?.limited ?? spec?.exempt)?.nominalConcurrencyShares),
    },
    { name: 'Queues', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.queues) },
    { name: 'HandSize', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.handSize) },
    { name: 'QueueLengthLimit', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.queueLengthLimit) },
    AGE,
  ],
};

function shown(value: number | undefined): string {
  return value === undefined ? '<none>' : String(value);
}

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
