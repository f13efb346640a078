import { defineWords } from '../catalogue.ts';

/** About the first objects of a new server. */
export const initialWords = defineWords({
  en: {
    applyOthers: 'no object was applied; take it out of these files, and apply it with kubectl apply -f FILE',
    mendPassword: 'no object was applied; mend the password that is named, then run it again',
    passwordElsewhere: '--password-file is for the user admin of the built-in set, which -f replaces',
    writePassword: 'write spec.password or spec.passwordHash into the User in your file',
  },
  zh: {
    applyOthers: '未应用任何对象；请将其移出这些文件，并用 kubectl apply -f FILE 应用',
    mendPassword: '未应用任何对象；请修正所指的密码后重新运行',
    passwordElsewhere: '--password-file 用于内置对象中的用户 admin，而 -f 取代了内置对象',
    writePassword: '请在文件中的 User 里写 spec.password 或 spec.passwordHash',
  },
});
