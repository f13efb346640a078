export { ClusterTarget } from './cluster-target.ts';
export { type Command, type Expectation, fails, input, judge, stored, warns } from './expectation.ts';
export { type KubectlProgram, kubectlPrograms, OLDEST_MINOR } from './kubectl-programs.ts';
export { KubectlShell, type RunningCommand, type ShellOutcome } from './kubectl-shell.ts';
export {
  type Act,
  describeKubectl,
  describeKubectlOnCluster,
  type KubectlSuiteOptions,
  type Scenarios,
  type Step,
  shows,
} from './kubectl-suite.ts';
export { type KubectlAccess, type KubectlTarget, kubeconfigFor } from './kubectl-target.ts';
