import { timestamp } from '@kubemin/kubeapi';
import { core, networking } from '@kubemin/kubeapi/resources';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import type { ServiceCIDR } from '@kubemin/kubeapi/types/networking.v1';
import type { ServerParts } from '../../registry/index.ts';
import { SERVICE_NETWORK } from '../../strategy/index.ts';
import type { PlacedObject } from './ensure-object.ts';

/** How extension servers can check who talks to them. */
export interface AuthenticationFacts {
  /** PEM of who signs client certificates. */
  readonly clientCa?: string | undefined;
  /** PEM of who signs the certificate that this server shows to them. @default none: they cannot trust its headers */
  readonly requestHeaderCa?: string | undefined;
}

/** The name in the certificate with which this server vouches for users. */
export const FRONT_PROXY_NAME = 'front-proxy-client';

/** What extension API servers and controllers look up to trust the same clients as this server; none if it trusts none. */
export function authenticationFacts({ clientCa, requestHeaderCa }: AuthenticationFacts): readonly PlacedObject[] {
  if (clientCa === undefined) return [];
  const facts: ConfigMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'extension-apiserver-authentication', namespace: 'kube-system' },
    data: {
      'client-ca-file': clientCa,
      ...(requestHeaderCa !== undefined && {
        'requestheader-allowed-names': JSON.stringify([FRONT_PROXY_NAME]),
        'requestheader-client-ca-file': requestHeaderCa,
        'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
        'requestheader-group-headers': '["X-Remote-Group"]',
        'requestheader-uid-headers': '["X-Remote-Uid"]',
        'requestheader-username-headers': '["X-Remote-User"]',
      }),
    },
  };
  return [[core.v1.configmaps, facts]];
}

/** The network services get their addresses from. */
export function serviceNetwork({ clock }: ServerParts): PlacedObject {
  const network: ServiceCIDR = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    metadata: { name: 'kubernetes' },
    spec: { cidrs: [SERVICE_NETWORK] },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: '',
          message: 'Kubernetes Service CIDR is ready',
          lastTransitionTime: timestamp(clock.now()),
        },
      ],
    },
  };
  return [networking.v1.servicecidrs, network];
}
