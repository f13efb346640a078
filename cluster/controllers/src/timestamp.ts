export { timestamp } from '@kubemin/kubeapi';
