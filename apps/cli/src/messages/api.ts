import { defineMessages } from '@kubemin/base/message';

/** About plain requests, and pages in a browser. */
export const apiMessages = defineMessages('cli.api', {
  unreachable: { en: '{url} does not respond: {why:message}', zh: '{url} 没有应答：{why}' },
  diagnose: { en: 'run kubemin doctor to find the reason', zh: 'kubemin doctor 会查找原因' },
  inputUnreadable: { en: '{file} cannot be read: {why:message}', zh: '无法读取 {file}：{why}' },
  giveInput: {
    en: 'name a file with --input FILE, or pipe the body in with --input -',
    zh: '用 --input FILE 指定文件，或用 --input - 从标准输入传入请求体',
  },
  noConsole: {
    en: 'the platform at {url} serves no web console; kubemin status and kubemin run watch show the same',
    zh: '{url} 处的平台不提供网页控制台；kubemin status 与 kubemin run watch 显示同样的内容',
  },
  noBrowser: { en: 'cannot open a browser; use the address above', zh: '无法打开浏览器；请使用上面的地址' },
});
