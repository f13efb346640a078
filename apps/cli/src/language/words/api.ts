import { defineWords } from '../catalogue.ts';

/** About plain requests, and pages in a browser. */
export const apiWords = defineWords({
  en: {
    unreachable: (url: string, why: string) => `${url} does not answer: ${why}`,
    diagnose: 'kubemin doctor looks for the reason',
    inputUnreadable: (file: string, why: string) => `${file} cannot be read: ${why}`,
    giveInput: 'name a file with --input FILE, or pipe the body in with --input -',
    noConsole: (url: string) =>
      `the platform at ${url} serves no web console; kubemin status and kubemin run watch show the same`,
    noBrowser: 'no browser can be opened here; the address is above',
  },
  zh: {
    unreachable: (url, why) => `${url} 没有应答：${why}`,
    diagnose: 'kubemin doctor 会查找原因',
    inputUnreadable: (file, why) => `无法读取 ${file}：${why}`,
    giveInput: '用 --input FILE 指定文件，或用 --input - 从标准输入传入请求体',
    noConsole: (url) => `${url} 处的平台不提供网页控制台；kubemin status 与 kubemin run watch 显示同样的内容`,
    noBrowser: '这里无法打开浏览器；地址见上',
  },
});
