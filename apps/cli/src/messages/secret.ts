import { defineMessages } from '@kubemin/base/message';

/** About the keys that secrets are sealed with. */
export const secretMessages = defineMessages('cli.secret', {
  unwritable: { en: '{path} cannot be written: {why:message}', zh: '无法写入 {path}：{why}' },
  putNewLine: {
    en: 'put a new first line into it where it comes from, then run kubemin secrets rotate --no-new-key',
    zh: '请在它的来源处加入新的首行，然后运行 kubemin secrets rotate --no-new-key',
  },
  unreadable: {
    en: 'the file of secret keys {path} cannot be read: {why:message}',
    zh: '无法读取密钥文件 {path}：{why}',
  },
  nameFile: {
    en: 'name the file that this database was used with (--secret-key-file), or leave the setting out to have one made',
    zh: '请指定该数据库原来使用的文件（--secret-key-file），或不写此设置以新建一个',
  },
  madeKey: { en: 'made key {id} in {path}', zh: '已在 {path} 中新建密钥 {id}' },
  sealed: { en: 'sealed {count:number} texts anew with key {id}', zh: '已用密钥 {id} 重新加密 {count} 处内容' },
  encrypted: { en: 'objects encrypted with key {id}: {count:number}', zh: '用密钥 {id} 加密的对象：{count} 个' },
  configurationUnreadable: {
    en: 'the encryption configuration {path} cannot be read: {why:message}',
    zh: '无法读取加密配置 {path}：{why}',
  },
  nameConfiguration: {
    en: 'name a readable EncryptionConfiguration (--encryption-provider-config), or leave the option out',
    zh: '请指定可读的 EncryptionConfiguration（--encryption-provider-config），或不写此选项',
  },
  retired: {
    en: 'nothing is sealed with {ids} any more; once no backup needs them, remove their lines',
    zh: '已没有内容用 {ids} 加密；确认没有备份需要它们后，可删除对应的行',
  },
});
