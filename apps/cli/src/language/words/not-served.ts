import { defineWords } from '../catalogue.ts';

/** About what is left to kubectl. */
export const notServedWords = defineWords({
  en: {
    refused: (verb: string) => `kubemin ${verb} is not there yet`,
    top: 'kubemin metrics tells how the platform fares, kubemin status APP how components do; kubectl can: kubemin kubectl top pods',
    'port-forward':
      'an ingress trait or a Service leads to a component; kubectl can: kubemin kubectl port-forward svc/NAME 8080:80',
  },
  zh: {
    refused: (verb) => `尚不支持 kubemin ${verb}`,
    top: 'kubemin metrics 显示平台的状况，kubemin status APP 显示组件的状况；请用 kubemin kubectl top pods',
    'port-forward': '可用 ingress 特征或 Service 访问组件；请用 kubemin kubectl port-forward svc/NAME 8080:80',
  },
});
