import { defineMessages } from '@kubemin/base/message';

/** The health of an application as a whole. */
export const healthMessages = defineMessages('client.health', {
  underWay: { en: 'run {run:number} ({kind}) is {status}', zh: '运行 {run}（{kind}）状态为 {status}' },
  component: { en: '{component}: {state:message}', zh: '{component}：{state}' },
  both: { en: '{first:message}; {rest:message}', zh: '{first}；{rest}' },
  allRun: { en: 'all components are running', zh: '所有组件都在运行' },
  allRunExceptStopped: {
    en: 'all components are running, except those that are stopped: {components:list}',
    zh: '除已停止的组件外都在运行：{components}',
  },
  notDeployed: { en: 'not deployed yet', zh: '尚未部署' },
  unknown: { en: 'the state is unknown', zh: '状态未知' },
});
