import { defineMessages } from '@kubemin/base/message';

/** About the keys that secrets are sealed with. */
export const secretMessages = defineMessages('cli.secret', {
  unwritable: { en: '{path} cannot be written: {why:message}', zh: '无法写入 {path}：{why}' },
  putNewLine: {
    en: 'add a new first line to it at its source, then run kubemin secrets rotate --no-new-key',
    zh: '请在它的来源处加入新的首行，然后运行 kubemin secrets rotate --no-new-key',
  },
  unreadable: {
    en: 'the secret key file {path} cannot be read: {why:message}',
    zh: '无法读取密钥文件 {path}：{why}',
  },
  nameFile: {
    en: 'name the key file of this database (--secret-key-file), or omit the setting to create a new one',
    zh: '请指定该数据库原来使用的文件（--secret-key-file），或不写此设置以新建一个',
  },
  madeKey: { en: 'created key {id} in {path}', zh: '已在 {path} 中新建密钥 {id}' },
  sealed: { en: 're-encrypted {count:number} values with key {id}', zh: '已用密钥 {id} 重新加密 {count} 个值' },
  encrypted: { en: 'objects encrypted with key {id}: {count:number}', zh: '用密钥 {id} 加密的对象：{count} 个' },
  configurationUnreadable: {
    en: 'the encryption configuration {path} cannot be read: {why:message}',
    zh: '无法读取加密配置 {path}：{why}',
  },
  nameConfiguration: {
    en: 'name a readable EncryptionConfiguration (--encryption-provider-config), or omit the option',
    zh: '请指定可读的 EncryptionConfiguration（--encryption-provider-config），或不写此选项',
  },
  retired: {
    en: 'keys {ids} are no longer in use; remove their lines once no backup needs them',
    zh: '密钥 {ids} 不再使用；确认没有备份需要它们后，可删除对应的行',
  },
});
