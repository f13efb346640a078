import type { CertificateSigningRequest } from '@kubemin/kubeapi/types/certificates.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';
import { humanDuration } from './duration.ts';

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
