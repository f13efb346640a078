/** The messages of this package, in English and Chinese; they are printed by the process that makes them. */
import { defineMessages } from '@kubemin/base/message';

/** The first objects of a new server that cannot be applied. */
export const initialMessages = defineMessages('samples.initial', {
  unknownKind: {
    en: '{kind} ({version}) "{name}" is not an initial resource: {known:list}',
    zh: '{kind}（{version}）“{name}”不是初始资源：{known}',
  },
  twoPasswords: {
    en: 'the User {user} has both spec.password and spec.passwordHash; keep one of the two',
    zh: 'User {user} 同时有 spec.password 和 spec.passwordHash；请只保留其一',
  },
  shortPassword: {
    en: 'the User {user} needs a spec.password of {length:number} characters or more',
    zh: 'User {user} 的 spec.password 至少需要 {length} 个字符',
  },
  unknownHash: {
    en: 'the User {user} has a spec.passwordHash that is neither scrypt nor bcrypt; write the password as spec.password',
    zh: 'User {user} 的 spec.passwordHash 既不是 scrypt 也不是 bcrypt；请将密码写为 spec.password',
  },
});
