import type { GatewayPreferences } from '@kubemin/engine';
import { settingValueMessages } from '../../messages/index.ts';
import { defineSetting } from '../setting.ts';
import { choice, text, textList } from '../setting-types/setting-types.ts';
import type { SettingValues } from '../setting-values.ts';

const NAME = '[a-z0-9]([-a-z0-9.]*[a-z0-9])?';
const GATEWAY = new RegExp(`^(${NAME}/)?${NAME}$`);

/** What routes of the gateway trait become. */
export const gatewaySettings = {
  target: defineSetting({
    flag: 'gateway-target',
    yaml: ['gateway.target'],
    type: choice(['auto', 'ingress', 'gateway-api', 'istio']),
    default: 'auto',
    doc: {
      en: 'Kind of the objects of the `gateway` trait. `auto`: in each cluster the first of Gateway API and Istio that has a gateway set here and that the cluster serves, else Ingress.',
      zh: '`gateway` 特征生成的对象种类。`auto`：在每个集群中，选择此处已设置网关且集群提供的 Gateway API 或 Istio，否则使用 Ingress。',
    },
  }),
  ingressClass: defineSetting<string | undefined>({
    flag: 'gateway-ingress-class',
    yaml: ['gateway.ingressClass'],
    type: text({ expected: settingValueMessages.gatewayName, example: 'nginx', pattern: new RegExp(`^${NAME}$`) }),
    default: undefined,
    doc: {
      en: "Class of the Ingresses of the `gateway` trait. Default: the cluster's default class.",
      zh: '`gateway` 特征生成的 Ingress 的类。默认：集群的默认类。',
    },
  }),
  parent: defineSetting<string | undefined>({
    flag: 'gateway-parent',
    yaml: ['gateway.parent'],
    type: text({ expected: settingValueMessages.gatewayName, example: 'infra/edge', pattern: GATEWAY }),
    default: undefined,
    doc: {
      en: 'Gateway of the Gateway API that HTTPRoutes are attached to, as `name` or `namespace/name`.',
      zh: 'HTTPRoute 所附加的 Gateway API 网关，写作 `name` 或 `namespace/name`。',
    },
  }),
  istioGateways: defineSetting({
    flag: 'gateway-istio',
    yaml: ['gateway.istio'],
    type: textList({ expected: settingValueMessages.gatewayName, example: 'infra/edge', pattern: GATEWAY }),
    default: [],
    doc: {
      en: 'Gateways of Istio that VirtualServices are bound to, as `name` or `namespace/name`.',
      zh: 'VirtualService 所绑定的 Istio 网关，写作 `name` 或 `namespace/name`。',
    },
  }),
};

/** What the operator has set about gateways. */
export function gatewayPreferences(values: SettingValues): GatewayPreferences {
  const className = values.get(gatewaySettings.ingressClass);
  const parent = values.get(gatewaySettings.parent);
  const gateways = values.get(gatewaySettings.istioGateways);
  return {
    target: values.get(gatewaySettings.target),
    ...(className !== undefined && { ingress: { className } }),
    ...(parent !== undefined && { gatewayApi: { parent: gatewayName(parent) } }),
    ...(gateways.length > 0 && { istio: { gateways } }),
  };
}

function gatewayName(text: string): { readonly name: string; readonly namespace?: string } {
  const [first = '', second] = text.split('/');
  return second === undefined ? { name: first } : { namespace: first, name: second };
}
