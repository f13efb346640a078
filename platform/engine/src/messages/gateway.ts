import { defineMessages } from '@kubemin/base/message';

/** Which kind of gateway the routes of a cluster are for. */
export const gatewayMessages = defineMessages('engine.gateway', {
  set: { en: '{target} (set by the operator)', zh: '{target}（由运维人员设定）' },
  detected: {
    en: '{target} (the cluster serves {kind} of {apiVersion})',
    zh: '{target}（集群提供 {apiVersion} 的 {kind}）',
  },
  fallback: { en: 'ingress (no other kind is set up and served)', zh: 'ingress（没有已配置且集群提供的其他类型）' },
  notServed: {
    en: 'gateway.target is {target}, and the cluster does not serve {kind} of {apiVersion}; install it there, or set gateway.target to auto',
    zh: 'gateway.target 为 {target}，但集群不提供 {apiVersion} 的 {kind}；请在集群中安装，或将 gateway.target 设为 auto',
  },
  notAsked: { en: 'the cluster did not list {apiVersion}: {reason}', zh: '集群未列出 {apiVersion}：{reason}' },
  accepted: { en: 'accepted by a gateway', zh: '已被网关接受' },
  notAccepted: { en: 'HTTPRoute "{name}" is not accepted: {reason}', zh: 'HTTPRoute “{name}”未被接受：{reason}' },
  acceptanceAwaited: {
    en: 'kept until a gateway accepts HTTPRoute "{name}"',
    zh: '在网关接受 HTTPRoute “{name}”之前保留',
  },
});
