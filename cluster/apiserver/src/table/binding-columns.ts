import type { ClusterRoleBinding, RoleBinding } from '@kubemin/kubeapi/types/rbac.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

type AnyBinding = RoleBinding | ClusterRoleBinding;

/** Columns of role bindings and cluster role bindings. */
export const roleBindingColumns: Columns<AnyBinding> = {
  columns: [
    NAME,
    { name: 'Role', cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}` },
    AGE,
    { name: 'Users', wide: true, cell: (binding) => subjects(binding, 'User') },
    { name: 'Groups', wide: true, cell: (binding) => subjects(binding, 'Group') },
    { name: 'ServiceAccounts', wide: true, cell: (binding) => subjects(binding, 'ServiceAccount') },
  ],
};

function subjects({ subjects = [] }: AnyBinding, kind: string): string {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map(({ namespace, name }) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ');
}
