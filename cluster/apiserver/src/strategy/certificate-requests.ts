import { fieldError } from '@kubemin/kubeapi';
import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import { each, type Problems, unique } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const MIN_SECONDS = 600;
const PEM = /^\s*-----BEGIN ([A-Z ]+)-----\s[\sA-Za-z0-9+/=]+-----END \1-----\s*$/;
const SIGNER = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[^\s]+$/;
const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];

/** Conditions that decide whether the certificate may be issued; only the approval subresource sets them. */
const DECISIONS: readonly string[] = ['Approved', 'Denied'];

/** Certificate requests: what was asked for never changes; who asked is stamped by admission. */
export const certificateRequestStrategy: Strategy<CertificateSigningRequest> = {
  generation: false,
  statusAnnotations: true,
  selectableFields: { 'spec.signerName': (request) => request.spec.signerName },
  prepareForUpdate: (request, current) => ({ ...request, spec: current.spec }),
  validateStatus: conditionProblems,
  validate: ({ spec }) => [
    ...requestProblems(spec.request),
    ...((spec.usages?.length ?? 0) === 0 ? [fieldError.required('spec.usages')] : []),
    ...each(spec.usages, 'spec.usages', (usage, at) =>
      USAGES.includes(usage) ? [] : [fieldError.notSupported(at, usage, USAGES)],
    ),
    ...unique(
      spec.usages,
      (index) => `spec.usages[${index}]`,
      (usage) => usage,
    ),
    ...signerProblems(spec.signerName),
    ...(spec.expirationSeconds !== undefined && spec.expirationSeconds < MIN_SECONDS
      ? [
          fieldError.invalid(
            'spec.expirationSeconds',
            spec.expirationSeconds,
            `may not specify a duration less than ${MIN_SECONDS} seconds (10 minutes)`,
          ),
        ]
      : []),
  ],
};

/** A decision is one, and stands. */
export function conditionProblems({ status }: CertificateSigningRequest, current: CertificateSigningRequest): Problems {
  const path = 'status.conditions';
  const has = (type: string, of = status): boolean => of?.conditions?.some((one) => one.type === type) === true;
  return [
    ...(DECISIONS.every((type) => has(type))
      ? [fieldError.invalid(path, 'Denied', 'Approved and Denied conditions are mutually exclusive')]
      : []),
    ...[...DECISIONS, 'Failed']
      .filter((type) => has(type, current.status) && !has(type))
      .map((type) => fieldError.forbidden(path, `updates may not remove a condition of type "${type}"`)),
    ...each(status?.conditions, path, ({ type, status: value }, at) => [
      ...(type === '' ? [fieldError.required(`${at}.type`)] : []),
      ...(DECISIONS.includes(type) && value !== 'True'
        ? [fieldError.notSupported(`${at}.status`, value, ['True'])]
        : []),
    ]),
  ];
}

function requestProblems(encoded: string): Problems {
  const text = Buffer.from(encoded, 'base64').toString();
  const label = PEM.exec(text)?.[1];
  if (label === 'CERTIFICATE REQUEST' || label === 'NEW CERTIFICATE REQUEST') return [];
  return [fieldError.invalid('spec.request', encoded, 'PEM block type must be CERTIFICATE REQUEST')];
}

function signerProblems(signer: string): Problems {
  if (signer === '') return [fieldError.required('spec.signerName')];
  if (SIGNER.test(signer)) return [];
  const rule = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
  return [fieldError.invalid('spec.signerName', signer, rule)];
}
