import { core } from '@kubemin/kubeapi/resources';
import type { Toleration } from '@kubemin/kubeapi/types/core.v1';
import { isPod, withSpec } from '../handler/index.ts';
import { type AdmissionFactory, isAbout } from '../registry/index.ts';

const KEYS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const SECONDS = 300;
const ADMITTED: readonly string[] = ['create', 'update'];

/** How long pods stay on a node that is not ready or unreachable, unless they specify it; five minutes as in Kubernetes. */
export const defaultTolerationSeconds =
  (tolerationSeconds = SECONDS): AdmissionFactory =>
  () => ({
    name: 'DefaultTolerationSeconds',
    // Also where an update leaves them out: they can be changed, and not removed.
    applies: (request) => ADMITTED.includes(request.operation) && isAbout(request, core.v1.pods),
    mutate(object) {
      if (!isPod(object)) return object;
      const own = object.spec?.tolerations ?? [];
      const missing = KEYS.filter((key) => !own.some((toleration) => covers(toleration, key)));
      if (missing.length === 0) return object;
      const added = missing.map(
        (key): Toleration => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }),
      );
      return withSpec(object, { tolerations: [...own, ...added] });
    },
  });

function covers({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}
