// kubectl against an API server without controllers. For tests.
import {
  describeKubectl as describeOn,
  kubectlPrograms,
  type Scenarios,
  type KubectlShell as ShellOn,
  type Step as StepOn,
} from '@kubemin/testing/kubectl';
import { KubectlSession } from './kubectl-session.ts';

export { fails, input, stored, warns } from '@kubemin/testing/kubectl';

/** A shell for kubectl at home in a namespace of such a server. */
export type KubectlShell = ShellOn<KubectlSession>;

/** A command line with its expected output, or a function for what a command line cannot express. */
export type Step = StepOn<KubectlSession>;

/** Plays scenarios with each kubectl. Each has a namespace named like it; those of one suite share a server. */
export function describeKubectl(topic: string, scenarios: Scenarios<KubectlSession>): void {
  const start = () => KubectlSession.start();
  describeOn({ topic: `(KC-SRV-1) ${topic}`, programs: kubectlPrograms(), start }, scenarios);
}
