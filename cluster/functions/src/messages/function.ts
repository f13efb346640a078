import { defineMessages } from '@kubemin/base/message';

/** Functions and their gateway. */
export const functionMessages = defineMessages('functions.function', {
  gatewayUnreachable: {
    en: 'the gateway of functions at {url} cannot be reached',
    zh: '无法连接位于 {url} 的函数网关',
  },
});
