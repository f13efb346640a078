import { defineMessages } from '@kubemin/base/message';

/** Access to the Kubernetes API and privileges of containers. */
export const securityMessages = defineMessages('model.security', {
  rulesFix: {
    en: 'Give at least one rule, such as {{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}}.',
    zh: '请至少给出一条规则，例如 {{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}}。',
  },
  verbsFix: { en: 'Give at least one verb, such as "get".', zh: '请至少给出一个动词，例如“get”。' },
  ruleTarget: {
    en: 'A rule is about either resources or non-resource URLs.',
    zh: '规则要么针对资源，要么针对非资源 URL。',
  },
  ruleTargetFix: { en: 'Give either resources or nonResourceURLs.', zh: '请给出 resources 或 nonResourceURLs 之一。' },
  roleNameInvalid: {
    en: '"{name}" cannot be the name of a role or binding.',
    zh: '“{name}”不能作为角色或绑定的名称。',
  },
  roleNameFormat: { en: 'Use letters, digits, "-", "." and ":".', zh: '请使用字母、数字、“-”、“.”和“:”。' },
  noRules: { en: 'The policy allows nothing.', zh: '该策略不允许任何操作。' },
  object: { en: '{kind} "{name}"{where?}', zh: '{kind}“{name}”{where?}' },
  otherServiceAccount: {
    en: 'The pods run in "{namespace}" and cannot use a service account of "{other}".',
    zh: 'Pod 运行在“{namespace}”，不能使用“{other}”的服务账号。',
  },
  otherServiceAccountFix: {
    en: 'Remove the namespace, or put a policy of this namespace first.',
    zh: '请删除命名空间，或把本命名空间的策略放在最前。',
  },
  policyNameTaken: {
    en: 'Another policy of this component already creates "{name}".',
    zh: '此组件的另一策略已创建“{name}”。',
  },
  policyNameTakenFix: {
    en: 'Use different names for each policy, or put all rules into one policy.',
    zh: '请让每个策略名称各不相同，或把所有规则放进一个策略。',
  },
  urlsNeedClusterScope: { en: 'Non-resource URLs belong to no namespace.', zh: '非资源 URL 不属于任何命名空间。' },
  urlsNeedClusterScopeFix: {
    en: 'Set "clusterScope": true, or remove the rule.',
    zh: '请设置 "clusterScope": true，或删除该规则。',
  },
  allowsEverything: {
    en: 'This allows every verb on every resource, also to an attacker in the container.',
    zh: '这允许对所有资源执行所有操作，容器中的攻击者也同样拥有。',
  },
  allowsEverythingFix: { en: 'Name the resources and verbs that are needed.', zh: '请列出所需的资源与动词。' },
  userNumber: { en: 'Give the number of a user or group.', zh: '请给出用户或组的编号。' },
  rootForbidden: {
    en: 'User 0 is root, which runAsNonRoot forbids; the container could not start.',
    zh: '用户 0 是 root，被 runAsNonRoot 禁止；容器将无法启动。',
  },
  rootForbiddenFix: { en: 'Give another user, or remove runAsNonRoot.', zh: '请换用其他用户，或删除 runAsNonRoot。' },
  privilegedEscalation: {
    en: 'A privileged container can always gain privileges; Kubernetes refuses the combination.',
    zh: '特权容器总能提升权限；Kubernetes 拒绝这种组合。',
  },
  privileged: { en: 'A privileged container has full access to the node.', zh: '特权容器可以完全访问节点。' },
  privilegedFix: { en: 'Add the capabilities it needs instead.', zh: '请改为添加它所需的能力（capabilities）。' },
  podOnly: { en: 'it applies to the pod, not to one container', zh: '它作用于整个 Pod，而不是单个容器' },
});
