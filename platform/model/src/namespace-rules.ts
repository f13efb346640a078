import type { Report } from './problem-list.ts';

/** Warns of namespaces whose inhabitants keep the cluster running. */
export function checkNamespace(namespace: string, report: Report): void {
  if (!namespace.startsWith('kube-')) return;
  report({
    path: ['namespace'],
    code: 'RESERVED_NAMESPACE',
    message: `The namespace "${namespace}" belongs to the cluster itself.`,
    fix: 'Use a namespace of your own.',
    severity: 'warning',
  });
}
