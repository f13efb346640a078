import { type Command, input } from '@kubemin/testing/kubectl';

/** Sets what happens on the simulated nodes of the cluster from now on, as a user would. */
export function setSimulationRules(...rules: readonly object[]): Command {
  const metadata = { name: 'simulation-rules', namespace: 'kube-system' };
  const data = { 'rules.yaml': JSON.stringify({ rules }) };
  return ['kubectl apply -f -', input({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }), /simulation-rules/];
}
