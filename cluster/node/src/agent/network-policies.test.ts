import { expect, test } from 'vitest';
import { openPacketFilter } from '../network/nft/nft-program.ts';
import { networkConditions } from './network-policies.ts';

const filter = { run: async () => undefined, conntrack: async () => undefined, policyProblem: undefined };
const codes = ({ limitations, enforced }: ReturnType<typeof networkConditions>) => [
  limitations.map(({ code }) => code),
  enforced.map(({ code }) => code),
];

test('a machine without nft does not enforce policies, and the condition names what is missing', async () => {
  const conditions = networkConditions(await openPacketFilter([]));
  expect(conditions.limitations).toEqual([
    { code: 'NoNetworkPolicy', message: 'network policies are not enforced: nft is not installed' },
  ]);
  expect(conditions.enforced).toEqual([]);
});

test('what is missing is a limitation of its own', () => {
  expect(codes(networkConditions({ kind: 'available', filter }))).toEqual([[], ['NoNetworkPolicy']]);
  const noConntrack = { ...filter, conntrack: undefined };
  expect(codes(networkConditions({ kind: 'available', filter: noConntrack }))).toEqual([
    ['StaleUdpFlows'],
    ['NoNetworkPolicy'],
  ]);
  const oldKernel = { ...filter, policyProblem: 'nft: Error: Could not process rule' };
  expect(codes(networkConditions({ kind: 'available', filter: oldKernel }))).toEqual([['NoNetworkPolicy'], []]);
});
