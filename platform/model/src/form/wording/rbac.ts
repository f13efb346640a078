import { type Wording, word } from './wording.ts';

/** Words for the rbac trait. */
export const rbacWording: Wording = {
  'trait.rbac': word(
    ['Permissions', '权限'],
    ['A service account and what it may do.', '服务账号及其对 Kubernetes API 的权限；第一条策略用于 Pod。'],
  ),
  'rbac.profile': word(
    ['Profile', '预设'],
    ['A set of permissions the platform keeps under a name.', '平台保存的命名权限预设。'],
    { example: 'read-pods' },
  ),
  'rbac.serviceAccount': word(
    ['Service account', '服务账号'],
    ['Its name; made from the component when left out.', '服务账号名称；不填则由组件名生成。'],
    { example: 'backend-sa' },
  ),
  'rbac.namespace': word(
    ['Namespace', '命名空间'],
    [
      "Where the role applies; the application's namespace when left out.",
      '角色生效的命名空间；不填则为应用命名空间。',
    ],
    { group: 'advanced' },
  ),
  'rbac.clusterScope': word(
    ['Whole cluster', '集群范围'],
    ['Whether the permissions hold in every namespace.', '权限是否对所有命名空间生效。'],
  ),
  'rbac.roleName': word(['Role', '角色名称'], ['The name of the role.', '角色的名称。'], { group: 'advanced' }),
  'rbac.bindingName': word(['Binding', '绑定名称'], ['The name of the binding.', '角色绑定的名称。'], {
    group: 'advanced',
  }),
  'rbac.serviceAccountLabels': word(
    ['Account labels', '账号标签'],
    ['Labels for the service account.', '添加到服务账号的标签。'],
    { group: 'metadata' },
  ),
  'rbac.serviceAccountAnnotations': word(
    ['Account annotations', '账号注解'],
    ['Annotations for the service account.', '添加到服务账号的注解。'],
    { group: 'metadata' },
  ),
  'rbac.roleLabels': word(['Role labels', '角色标签'], ['Labels for the role.', '添加到角色的标签。'], {
    group: 'metadata',
  }),
  'rbac.bindingLabels': word(['Binding labels', '绑定标签'], ['Labels for the binding.', '添加到角色绑定的标签。'], {
    group: 'metadata',
  }),
  'rbac.automountServiceAccountToken': word(
    ['Mount the token', '挂载令牌'],
    ['Whether containers find the token of the account.', '容器内是否挂载服务账号令牌。'],
    { group: 'advanced' },
  ),
  'rbac.rules': word(['Rules', '规则'], ['What the account may do.', '账号允许的操作。']),
  'rbac.rules.apiGroups': word(
    ['API groups', 'API 组'],
    ['The groups the resources belong to; "" is the core group.', '资源所属的 API 组；"" 表示核心组。'],
    { example: ['apps'] },
  ),
  'rbac.rules.resources': word(['Resources', '资源'], ['The kinds of objects.', '对象的种类。'], { example: ['pods'] }),
  'rbac.rules.resourceNames': word(['Names', '资源名称'], ['Only objects of these names.', '仅限这些名称的对象。'], {
    group: 'advanced',
  }),
  'rbac.rules.nonResourceURLs': word(
    ['Paths', '非资源路径'],
    ['Paths of the API that are no objects; for the whole cluster only.', '非对象的 API 路径；仅限集群范围。'],
    { group: 'advanced', example: ['/metrics'] },
  ),
  'rbac.rules.verbs': word(['Verbs', '动作'], ['What may be done with them.', '允许的动作。'], {
    example: ['get', 'list', 'watch'],
  }),
};
