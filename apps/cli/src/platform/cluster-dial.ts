import type { Clock, Random } from '@kubemin/base';
import { httpTransport, rateLimitedHandler, retryingHandler } from '@kubemin/kube';
import type { Dial } from '@kubemin/server';
import { clusterSettings, type SettingValues } from '../settings/index.ts';

/** How clusters are asked: as often as the settings let us, and not before they want to be asked again. */
export function clusterDial(
  values: SettingValues,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Dial {
  const qps = values.get(clusterSettings.qps);
  const burst = values.get(clusterSettings.burst);
  return (access) => {
    const transport = httpTransport(access);
    const handler = qps === 0 ? transport.handler : rateLimitedHandler(transport.handler, { qps, burst, clock });
    return { handler: retryingHandler(handler, { clock, random }), close: () => transport.close() };
  };
}
