/** Whether the long form of the suites runs, which a release needs. */
export const FULL = process.env.KUBEMIN_TEST_FULL === '1';
