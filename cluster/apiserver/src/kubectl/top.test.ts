import { shows } from '@kubemin/testing/kubectl';
import { describeClusterKubectl, runningPod } from '../test-support/cluster-kubectl.ts';

const USES = { 'kubemin.io/simulate-usage-cpu': '250m', 'kubemin.io/simulate-usage-memory': '64Mi' };

describeClusterKubectl('shows what is used', {
  'by nodes, pods and containers': [
    runningPod('busy', { annotations: USES, containers: ['a', 'b'] }),
    // What is used is known a moment later.
    shows('kubectl top pods --no-headers', /^busy +500m +128Mi *\n$/),
    ['kubectl top pods -l app=busy --containers --no-headers', /^busy +a +250m +64Mi *\nbusy +b +250m +64Mi *\n$/],
    ['kubectl top nodes --no-headers', /simulated-node-0\s+\d+m\s+\d+%\s+\d+Mi\s+\d+%/],
    ['kubectl get --raw /apis/metrics.k8s.io/v1beta1', /"PodMetrics"/],
  ],
});
