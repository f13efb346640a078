/** What is shown in the virtual machine, in this order. */
export const TEST_SUITES: readonly TestSuite[] = [
  { name: 'control-groups', file: 'cluster/node/src/sandbox/control-groups.test.ts' },
  {
    name: 'sandbox',
    file: 'cluster/node/src/sandbox/sandbox-runtime.test.ts',
    only: 'limit|measured|control groups|killed|without a trace',
  },
  { name: 'ordinary-user', file: 'cluster/node/src/sandbox/delegated-groups.test.ts' },
  {
    name: 'containerd',
    file: 'cluster/node/src/containerd/containerd-runtime.test.ts',
    only: 'limit|measured|without a trace',
  },
  { name: 'pod-limits', file: 'cluster/node/src/agent/pod-limits.test.ts' },
  { name: 'nfs', file: 'cluster/node/src/agent/nfs-volumes.test.ts' },
];

export interface TestSuite {
  readonly name: string;
  /** From the top of the checkout. */
  readonly file: string;
  /** A pattern of the names of tests. @default all of the file */
  readonly only?: string;
}
