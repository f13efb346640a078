import { defineWords } from '../catalogue.ts';

/** About what only nodes with containers can do. */
export const notServedWords = defineWords({
  en: {
    refused: (verb: string) => `kubemin ${verb} is not there yet: the nodes of the embedded cluster run no containers`,
    logs: 'kubemin run logs RUN prints what jobs of a run wrote, kubemin events APP what happened; on a real cluster: kubemin kubectl logs',
    exec: 'kubemin status APP tells how components fare; on a real cluster: kubemin kubectl exec -it POD -- sh',
    top: 'kubemin metrics tells how the platform fares, kubemin status APP how components do; on a real cluster: kubemin kubectl top pods',
    'port-forward':
      'an ingress trait or a Service leads to a component; on a real cluster: kubemin kubectl port-forward svc/NAME 8080:80',
  },
  zh: {
    refused: (verb) => `尚不支持 kubemin ${verb}：内置集群的节点不运行容器`,
    logs: 'kubemin run logs RUN 打印运行中任务的输出，kubemin events APP 显示发生的事；真实集群请用 kubemin kubectl logs',
    exec: 'kubemin status APP 显示组件的状况；真实集群请用 kubemin kubectl exec -it POD -- sh',
    top: 'kubemin metrics 显示平台的状况，kubemin status APP 显示组件的状况；真实集群请用 kubemin kubectl top pods',
    'port-forward': '可用 ingress 特征或 Service 访问组件；真实集群请用 kubemin kubectl port-forward svc/NAME 8080:80',
  },
});
