import { defineMessages } from '@kubemin/base/message';

/** Why the queue cannot be used. */
export const queueMessages = defineMessages('engine.queue', {
  unavailable: { en: '{queue} is unavailable: {reason:message}', zh: '{queue} 不可用：{reason}' },
  kafkaRefused: {
    en: '{queue} rejects the request ({error}); check its access rules and the settings of the queue: {reason:message}',
    zh: '{queue} 拒绝了请求（{error}）；请检查其访问规则和队列设置：{reason}',
  },
  redisRefused: {
    en: '{queue} rejects the request: {problem:message}: {reason:message}',
    zh: '{queue} 拒绝了请求：{problem}：{reason}',
  },
  passwordRequired: { en: 'a password is required; set the password of the cache', zh: '需要密码；请设置缓存的密码' },
  wrongPassword: { en: 'wrong user name or password', zh: '用户名或密码错误' },
  notPermitted: { en: 'the user lacks the permission; see ACL SETUSER', zh: '用户没有权限；请参阅 ACL SETUSER' },
  wrongType: {
    en: 'the key of the stream has another type; choose another channel prefix',
    zh: '该流的键是其他类型；请另选频道前缀',
  },
  noResponse: { en: 'no response within {ms:number} ms', zh: '{ms} 毫秒内没有响应' },
  streamEnded: { en: 'the stream of messages ended', zh: '消息流已结束' },
  memberLeft: { en: 'this member has left', zh: '该成员已离开' },
  notInGroup: {
    en: 'this instance is not in the consumer group right now',
    zh: '本实例当前不在消费者组中',
  },
  closed: { en: 'the queue is closed', zh: '队列已关闭' },
  messageInvalid: { en: 'invalid queue message: {problem:message}', zh: '无效的队列消息：{problem}' },
  notJson: { en: 'not JSON', zh: '不是 JSON' },
  notObject: { en: 'not a JSON object', zh: '不是 JSON 对象' },
  noTask: { en: 'taskId is missing', zh: '缺少 taskId' },
  noApp: { en: 'appId is missing', zh: '缺少 appId' },
});
