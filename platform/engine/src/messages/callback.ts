import { defineMessages } from '@kubemin/base/message';

/** Why a callback was not delivered. */
export const callbackMessages = defineMessages('engine.callback', {
  status: { en: 'the receiver returned status {status:number}', zh: '接收方返回状态 {status}' },
  timeout: { en: 'no response within {time}', zh: '{time} 内没有应答' },
  interrupted: { en: 'interrupted: the instance stopped', zh: '已中断：实例已停止' },
  runGone: { en: 'run {run} is not stored any more', zh: '运行 {run} 已不再保存' },
});
