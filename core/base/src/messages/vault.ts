import { defineMessages } from '../message/index.ts';

/** Keys of secrets. */
export const vaultMessages = defineMessages('base.vault', {
  wrongKey: {
    en: 'cannot decrypt a secret of the database with key {id} of {file}: the key is not the one that was used, or the text was altered; restore the key file that this database was used with',
    zh: '无法用 {file} 的密钥 {id} 解密数据库中的机密：密钥不是当时使用的那一个，或内容被改动；请恢复该数据库所用的密钥文件',
  },
  unknownKey: {
    en: 'the database has secrets encrypted with key {id:message}, which is not in {file} (it has {known}); restore the key file that this database was used with (--secret-key-file)',
    zh: '数据库中的机密由密钥 {id} 加密，而 {file} 中没有它（其中有 {known}）；请恢复该数据库所用的密钥文件（--secret-key-file）',
  },
  unreadable: {
    en: '(unreadable)',
    zh: '（无法读取）',
  },
  invalidLine: {
    en: 'line {line:number} is not a key',
    zh: '第 {line} 行不是密钥',
  },
  noKey: {
    en: 'it has no key',
    zh: '其中没有密钥',
  },
  duplicateId: {
    en: 'two of its keys have the same id',
    zh: '其中两个密钥的 id 相同',
  },
  invalidFile: {
    en: '{file} is not a file of secret keys: {problem:message}; restore the key file that this database was used with',
    zh: '{file} 不是密钥文件：{problem}；请恢复该数据库所用的密钥文件',
  },
});
