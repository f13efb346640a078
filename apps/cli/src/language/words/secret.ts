import { defineWords } from '../catalogue.ts';

/** About the keys that secrets are sealed with. */
export const secretWords = defineWords({
  en: {
    unwritable: (path: string, why: string) => `${path} cannot be written: ${why}`,
    putNewLine: 'put a new first line into it where it comes from, then run kubemin secrets rotate --no-new-key',
    unreadable: (path: string, why: string) => `the file of secret keys ${path} cannot be read: ${why}`,
    nameFile:
      'name the file that this database was used with (--secret-key-file), or leave the setting out to have one made',
    madeKey: (id: string, path: string) => `made key ${id} in ${path}`,
    sealed: (count: number, id: string) => `sealed ${count} texts anew with key ${id}`,
    encrypted: (count: number, id: string) => `objects encrypted with key ${id}: ${count}`,
    configurationUnreadable: (path: string, why: string) =>
      `the encryption configuration ${path} cannot be read: ${why}`,
    nameConfiguration:
      'name a readable EncryptionConfiguration (--encryption-provider-config), or leave the option out',
    retired: (ids: string) => `nothing is sealed with ${ids} any more; once no backup needs them, remove their lines`,
  },
  zh: {
    unwritable: (path, why) => `无法写入 ${path}：${why}`,
    putNewLine: '请在它的来源处加入新的首行，然后运行 kubemin secrets rotate --no-new-key',
    unreadable: (path, why) => `无法读取密钥文件 ${path}：${why}`,
    nameFile: '请指定该数据库原来使用的文件（--secret-key-file），或不写此设置以新建一个',
    madeKey: (id, path) => `已在 ${path} 中新建密钥 ${id}`,
    sealed: (count, id) => `已用密钥 ${id} 重新加密 ${count} 处内容`,
    encrypted: (count, id) => `用密钥 ${id} 加密的对象：${count} 个`,
    configurationUnreadable: (path, why) => `无法读取加密配置 ${path}：${why}`,
    nameConfiguration: '请指定可读的 EncryptionConfiguration（--encryption-provider-config），或不写此选项',
    retired: (ids) => `已没有内容用 ${ids} 加密；确认没有备份需要它们后，可删除对应的行`,
  },
});
