import { defineWords } from '../catalogue.ts';

/** About what is left to kubectl. */
export const notServedWords = defineWords({
  en: {
    refused: (verb: string) => `kubemin ${verb} is not there yet`,
    'port-forward':
      'an ingress trait or a Service leads to a component; kubectl can: kubemin kubectl port-forward svc/NAME 8080:80',
  },
  zh: {
    refused: (verb) => `尚不支持 kubemin ${verb}`,
    'port-forward': '可用 ingress 特征或 Service 访问组件；请用 kubemin kubectl port-forward svc/NAME 8080:80',
  },
});
