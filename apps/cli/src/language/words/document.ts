import { defineWords } from '../catalogue.ts';

/** About application documents. */
export const documentWords = defineWords({
  en: {
    missing: (names: string) => `no application document given, and none of ${names} is here`,
    nameOne: 'name one: kubemin deploy FILE',
    unreadable: (name: string, why: string) => `the document ${name} cannot be read: ${why}`,
    nameReadable: 'name a file that is there and may be read',
  },
  zh: {
    missing: (names) => `没有指定应用文档，当前目录也没有 ${names}`,
    nameOne: '请指定一个：kubemin deploy FILE',
    unreadable: (name, why) => `无法读取文档 ${name}：${why}`,
    nameReadable: '请指定一个存在且可读的文件',
  },
});
